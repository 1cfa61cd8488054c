// SPDX-License-Identifier: GPL-2.0
/* The half on which no constant may be tuned: other parameters, other kinds. */
#include "replay/workloads/shorthand.h"

static const struct workload workloads[] = {
	{ "timer-2ms", "timer", { TIMER(EVERY(CONST(2000)), TAKES(CONST(35))) } },
	{ "timer-6ms", "timer", { TIMER(EVERY(CONST(6000)), TAKES(EXP(80))) } },
	{ "timer-100us", "timer", { TIMER(EVERY(CONST(100)), TAKES(CONST(6))) } },
	{ "nanosleep-700us", "timer", {
		SLEEP(EVERY(UNIFORM(700, 750)), TAKES(EXP(30))) } },
	{ "nanosleep-log", "timer", {
		SLEEP(EVERY(LOGN(900, 1.2)), TAKES(EXP(50))) } },

	{ "pingpong2-4us", "ping-pong", { REPLY(EVERY(UNIFORM(3.5, 4.5)), TAKES(CONST(4))) } },
	{ "pingpong2-22us", "ping-pong", { REPLY(EVERY(UNIFORM(20, 24)), TAKES(CONST(21))) } },
	{ "pingpong2-85us", "ping-pong", { REPLY(EVERY(UNIFORM(80, 90)), TAKES(CONST(84))) } },
	{ "pingpong2-250us", "ping-pong", {
		REPLY(EVERY(UNIFORM(235, 265)), TAKES(CONST(245))) } },
	{ "pingpong12-900us", "ping-pong", {
		REPLY(EVERY(UNIFORM(850, 950)), TAKES(CONST(78))) } },

	{ "waker-1us", "waker", { EVENT(EVERY(CONST(4.5)), TAKES(CONST(3.5))) } },
	{ "waker-5us", "waker", { EVENT(EVERY(CONST(8.5)), TAKES(CONST(3.5))) } },
	{ "waker-20us", "waker", { EVENT(EVERY(CONST(23.5)), TAKES(CONST(3.5))) } },
	{ "waker-80us", "waker", { EVENT(EVERY(CONST(83.5)), TAKES(CONST(3.5))) } },
	{ "waker-120us", "waker", { EVENT(EVERY(CONST(123.5)), TAKES(CONST(3.5))) } },
	{ "waker-1000us", "waker", { EVENT(EVERY(CONST(1003.5)), TAKES(CONST(3.5))) } },

	{ "rare-8ms", "bimodal", {
		REPLY(EVERY(MIX(.9, EXP(25), UNIFORM(6000, 10000))), TAKES(EXP(15))) } },
	{ "thirds", "bimodal", {
		REPLY(EVERY(MIX3(.34, .33, EXP(12), EXP(180), EXP(2500))), TAKES(EXP(20))) } },
	{ "rare-short", "bimodal", {
		REPLY(EVERY(MIX(.1, EXP(10), UNIFORM(2000, 3500))), TAKES(EXP(25))) } },
	{ "jsl-mix", "bimodal", {
		REPLY(EVERY(MIX(.93, UNIFORM(50, 300), UNIFORM(2000, 10000))), TAKES(EXP(30))) } },

	{ "regime-three", "regime", {
		REPLY(EVERY(REGIME(150, 3, EXP(7), EXP(150), EXP(6000))), TAKES(EXP(12))) } },
	{ "regime-short-lived", "regime", {
		REPLY(EVERY(REGIME(12, 2, EXP(35), UNIFORM(900, 1100))), TAKES(EXP(20))) } },

	{ "poisson-20us", "poisson", { EVENT(EVERY(EXP(20)), TAKES(CONST(3))) } },
	{ "poisson-280us", "poisson", { EVENT(EVERY(EXP(280)), TAKES(CONST(12))) } },
	{ "poisson-3ms", "poisson", { EVENT(EVERY(EXP(3000)), TAKES(CONST(40))) } },

	{ "ebizzy-3ms", "ebizzy", {
		SLEEP(EVERY(UNIFORM(3000, 3050)), TAKES(EXP(70))),
		SLEEP(EVERY(UNIFORM(3000, 3050)), TAKES(EXP(70))),
		SLEEP(EVERY(UNIFORM(3000, 3050)), TAKES(EXP(70))),
		SLEEP(EVERY(UNIFORM(3000, 3050)), TAKES(EXP(70))) } },
	{ "ebizzy-500us", "ebizzy", {
		SLEEP(EVERY(UNIFORM(500, 550)), TAKES(EXP(30))),
		SLEEP(EVERY(UNIFORM(500, 550)), TAKES(EXP(30))),
		REPLY(EVERY(EXP(1500)), TAKES(EXP(10))) } },

	{ "audio-21ms", "media", {
		TIMER(EVERY(CONST(21333)), TAKES(LOGN(900, .3))),
		EVENT(EVERY(UNIFORM(10600, 10730)), TAKES(CONST(30))) } },
	{ "video-24", "media", {
		TIMER(EVERY(CONST(41667)), TAKES(LOGN(6000, .5))),
		EVENT(EVERY(MIX(.8, EXP(300), EXP(15000))), TAKES(EXP(60))) } },
	{ "game-120", "media", {
		EVENT(EVERY(UNIFORM(8283, 8383)), TAKES(LOGN(2500, .5))),
		REPLY(EVERY(LOGN(600, .8)), TAKES(EXP(80))) } },

	{ "server-idle", "idle", {
		TIMER(EVERY(CONST(1000000)), TAKES(EXP(300))),
		EVENT(EVERY(EXP(35000)), TAKES(EXP(60))) } },
	{ "phone-screen-off", "idle", {
		EVENT(EVERY(PARETO(3000, 1.05, 900000)), TAKES(LOGN(200, .8))) } },

	{ "tablet-bursts", "idle", {
		REPLY(EVERY(MIX3(.8, .12, EXP(30), LOGN(700, .7), EXP(120000))),
		      TAKES(EXP(25))) } },

	{ "storage-lognormal", "heavy tail", {
		REPLY(EVERY(LOGN(90, 1.0)), TAKES(EXP(15))) } },
	{ "pareto-20us", "heavy tail", {
		REPLY(EVERY(PARETO(20, 1.25, 300000)), TAKES(EXP(12))) } },
	{ "git-tests", "heavy tail", {
		REPLY(EVERY(LOGN(350, 1.6)), TAKES(LOGN(400, 1.0))) } },

	{ "order-30-30-2500", "order", {
		REPLY(EVERY(ORDER(.02, 3, 30, 30, 2500)), TAKES(CONST(15))) } },
	{ "order-700-60-5-60", "order", {
		REPLY(EVERY(ORDER(.08, 4, 700, 60, 5, 60)), TAKES(EXP(8))) } },
	{ "order-long-short", "order", {
		REPLY(EVERY(ORDER(.1, 2, 9000, 40)), TAKES(EXP(20))) } },

	{ "timer-1200us-intercepts", "intercepts", {
		TIMER(EVERY(CONST(1200)), TAKES(CONST(20))),
		EVENT(EVERY(EXP(1500)), TAKES(EXP(10))) } },
	{ "timeout-5ms", "intercepts", {
		TIMEOUT(EVERY(UNIFORM(5000, 5050)), TAKES(CONST(10))),
		REPLY(EVERY(MIX(.9, EXP(60), EXP(4000))), TAKES(EXP(20))) } },
	{ "interrupts-3ms", "intercepts", {
		IRQ(EVERY(EXP(3000)), TAKES(CONST(4))),
		SLEEP(EVERY(UNIFORM(25000, 25050)), TAKES(EXP(300))) } },

	{ "rpc", "burst", {
		EVENT(EVERY(MIX(.75, EXP(35), EXP(1800))), TAKES(EXP(12))) } },
	{ "stream-bursts", "burst", {
		EVENT(EVERY(MIX(.96, UNIFORM(18, 22), UNIFORM(25000, 35000))), TAKES(EXP(9))) } },
};

const struct workload_half workloads_held_out = {
	"held-out", workloads, sizeof(workloads) / sizeof(workloads[0])
};
