// SPDX-License-Identifier: GPL-2.0
// Draws each figure from the table of its numbers. Without a script, the tables
// still say everything.
"use strict";
(function () {
	const charts = new Map();

	function numberOf(cell) {
		return cell.textContent === "" ? null : Number(cell.textContent);
	}

	function dataOf(figure) {
		const rows = [];
		const reverse = figure.dataset.kind === "stacked";

		for (const row of figure.querySelectorAll("tbody tr")) {
			const values = Array.from(row.cells, numberOf).slice(1);
			const rest = values.slice(1);

			rows.push([values[0], ...(reverse ? rest.reverse() : rest)]);
		}
		return rows;
	}

	function namesOf(figure) {
		const names = Array.from(figure.querySelectorAll("thead th"),
					 (cell) => cell.textContent).slice(2);

		return figure.dataset.kind === "stacked" ? names.reverse() : names;
	}

	function coloursOf(figure) {
		const colours = figure.dataset.colours.split(" ");

		return figure.dataset.kind === "stacked" ? colours.reverse() : colours;
	}

	function shortest(value) {
		if (value === null || value === undefined || Number.isNaN(value))
			return "–";
		if (value !== 0 && Math.abs(value) < 0.001)
			return value.toExponential(2);
		return String(Number(value.toPrecision(5)));
	}

	// Grey bands for points left out, dashed lines for target residencies.
	function underlay(figure) {
		const pairs = (text) => text ? text.split(" ").map((pair) => pair.split(":")) : [];
		const bands = pairs(figure.dataset.bands);
		const marks = pairs(figure.dataset.marks);

		return function (canvas, area, graph) {
			// dygraphs' toDomXCoord() does not know of logarithmic axes.
			const place = (x) => area.x + area.w * graph.toPercentXCoord(Number(x));

			canvas.fillStyle = "#e6e6e6";
			for (const [from, to] of bands) {
				const left = place(from);
				const right = place(to);

				canvas.fillRect(left - 2, area.y, right - left + 4, area.h);
			}
			canvas.strokeStyle = "#777";
			canvas.fillStyle = "#555";
			canvas.setLineDash([4, 4]);
			for (const [x, name] of marks) {
				const at = place(x);

				canvas.beginPath();
				canvas.moveTo(at, area.y);
				canvas.lineTo(at, area.y + area.h);
				canvas.stroke();
				canvas.fillText(name, at + 3, area.y + 10);
			}
			canvas.setLineDash([]);
		};
	}

	function legendOf(figure) {
		const box = figure.querySelector(".legend");
		const reverse = figure.dataset.kind === "stacked";

		return function (data) {
			const series = data.series.filter((one) => one.isVisible);
			const nodes = [];

			if (reverse)
				series.reverse();
			if (data.x !== undefined) {
				const at = document.createElement("b");

				at.textContent = figure.dataset.xlabel + " " + shortest(data.x) + ": ";
				nodes.push(at);
			}
			for (const one of series) {
				const span = document.createElement("span");
				const swatch = document.createElement("i");

				swatch.style.background = one.color;
				span.append(swatch, one.labelHTML +
					    (data.x === undefined ? "" : " " + shortest(one.y)));
				nodes.push(span);
			}
			const row = data.dygraph.getSelection() + 1;

			if (data.x !== undefined && row > 0) {
				const link = document.createElement("a");

				link.href = "#" + figure.id + "/" + row;
				link.textContent = "link to point " + row;
				nodes.push(link);
			}
			box.replaceChildren(...nodes.flatMap((node) => [node, " "]));
			return "";
		};
	}

	function toolsOf(figure, graph) {
		const tools = document.createElement("div");
		const reset = document.createElement("button");

		tools.className = "tools";
		reset.type = "button";
		reset.className = "reset";
		reset.textContent = "Show all";
		reset.disabled = true;
		reset.addEventListener("click", () => graph.resetZoom());
		tools.append(reset);
		figure.querySelector(".plot").after(tools);
		return reset;
	}

	function options(figure) {
		const kind = figure.dataset.kind;
		const axis = { pixelsPerLabel: 70, drawGrid: true };

		return {
			labels: [figure.dataset.xlabel, ...namesOf(figure)],
			colors: coloursOf(figure),
			xlabel: figure.dataset.xlabel,
			ylabel: figure.dataset.ylabel,
			strokeWidth: kind === "stacked" ? 0.5 : 1.8,
			fillGraph: kind === "stacked",
			fillAlpha: 0.95,
			stackedGraph: kind === "stacked",
			stepPlot: kind === "steps",
			drawPoints: kind === "lines" && figure.querySelectorAll("tbody tr").length < 40,
			pointSize: 2.5,
			gridLineColor: "#dcdcdc",
			axisLineColor: "#888",
			connectSeparatedPoints: false,
			valueRange: kind === "stacked" ? [0, 100.5] : null,
			includeZero: kind === "steps",
			logscale: Boolean(figure.dataset.logy),
			axes: {
				x: { ...axis, logscale: Boolean(figure.dataset.logx),
				     axisLabelFormatter: shortest, valueFormatter: shortest },
				y: { axisLabelFormatter: shortest, valueFormatter: shortest, axisLabelWidth: 62 },
			},
			legend: "always",
			labelsDiv: document.createElement("div"),
			legendFormatter: legendOf(figure),
			underlayCallback: underlay(figure),
			highlightCircleSize: 4,
			animatedZooms: false,
		};
	}

	function draw(figure) {
		if (charts.has(figure.id))
			return charts.get(figure.id);
		let reset = null;
		const graph = new Dygraph(figure.querySelector(".plot"), dataOf(figure), {
			...options(figure),
			clickCallback(event, x, points) {
				const row = points.length ? points[0].idx : 0;

				history.replaceState(null, "", "#" + figure.id + "/" + (row + 1));
				graph.setSelection(row, undefined, true);
			},
			drawCallback(drawn) {
				if (reset)
					reset.disabled = !drawn.isZoomed();
			},
		});

		charts.set(figure.id, graph);
		reset = toolsOf(figure, graph);
		figure.dataset.drawn = "1";
		toggle(figure, graph);
		return graph;
	}

	// Governors that are ticked in the box of the figure's section.
	function ticked(figure) {
		const boxes = figure.closest("section").querySelectorAll(".toggles input");

		return new Map(Array.from(boxes, (box) => [box.value, box.checked]));
	}

	function toggle(figure, graph) {
		const shown = ticked(figure);

		if (figure.dataset.panel) {
			figure.hidden = shown.get(figure.dataset.panel) === false;
			return;
		}
		namesOf(figure).forEach((name, i) => {
			const wanted = shown.get(name) !== false;

			if (graph && graph.visibility()[i] !== wanted)
				graph.setVisibility(i, wanted);
		});
	}

	// "#figure/12": the figure, and its 12th point.
	function follow() {
		const [id, point] = decodeURIComponent(location.hash.slice(1)).split("/");
		const figure = id ? document.getElementById(id) : null;

		if (!figure || figure.tagName !== "FIGURE")
			return;
		const graph = draw(figure);
		const row = Number(point) - 1;

		figure.scrollIntoView();
		if (point && row >= 0 && row < graph.numRows())
			graph.setSelection(row, undefined, true);
	}

	const figures = Array.from(document.querySelectorAll("figure"));
	const seen = new IntersectionObserver((entries) => {
		for (const entry of entries)
			if (entry.isIntersecting) {
				seen.unobserve(entry.target);
				draw(entry.target);
			}
	}, { rootMargin: "300px" });

	for (const figure of figures) {
		figure.classList.toggle("wide", !figure.dataset.panel);
		seen.observe(figure);
	}
	for (const box of document.querySelectorAll(".toggles input"))
		box.addEventListener("change", () => {
			for (const figure of figures)
				if (box.closest("section").contains(figure))
					toggle(figure, charts.get(figure.id));
		});
	window.addEventListener("hashchange", follow);
	window.addEventListener("beforeprint", () => figures.forEach(draw));
	follow();
})();
