// SPDX-License-Identifier: GPL-2.0
/* The half on which constants may be tuned. */
#include "replay/workloads/shorthand.h"

static const struct workload workloads[] = {
	{ "timer-4ms", "timer", { TIMER(EVERY(CONST(4000)), TAKES(CONST(50))) } },
	{ "timer-1ms", "timer", { TIMER(EVERY(CONST(1000)), TAKES(CONST(30))) } },
	{ "timer-250us", "timer", { TIMER(EVERY(CONST(250)), TAKES(CONST(10))) } },
	{ "nanosleep-10ms", "timer", {
		SLEEP(EVERY(UNIFORM(10000, 10050)), TAKES(EXP(200))) } },
	{ "nanosleep-mixed", "timer", {
		SLEEP(EVERY(UNIFORM(100, 20000)), TAKES(EXP(60))) } },

	{ "pingpong2-2us", "ping-pong", { REPLY(EVERY(UNIFORM(1.6, 2.4)), TAKES(CONST(2))) } },
	{ "pingpong2-12us", "ping-pong", { REPLY(EVERY(UNIFORM(11, 13)), TAKES(CONST(11))) } },
	{ "pingpong2-40us", "ping-pong", { REPLY(EVERY(UNIFORM(36, 44)), TAKES(CONST(38))) } },
	{ "pingpong2-150us", "ping-pong", {
		REPLY(EVERY(UNIFORM(140, 160)), TAKES(CONST(145))) } },
	{ "pingpong2-400us", "ping-pong", {
		REPLY(EVERY(UNIFORM(380, 420)), TAKES(CONST(390))) } },
	{ "pingpong6-60us", "ping-pong", { REPLY(EVERY(UNIFORM(54, 66)), TAKES(CONST(9))) } },

	{ "waker-2us", "waker", { EVENT(EVERY(CONST(5)), TAKES(CONST(3))) } },
	{ "waker-10us", "waker", { EVENT(EVERY(CONST(13)), TAKES(CONST(3))) } },
	{ "waker-50us", "waker", { EVENT(EVERY(CONST(53)), TAKES(CONST(3))) } },
	{ "waker-100us", "waker", { EVENT(EVERY(CONST(103)), TAKES(CONST(3))) } },
	{ "waker-500us", "waker", { EVENT(EVERY(CONST(503)), TAKES(CONST(3))) } },

	{ "rare-long", "bimodal", {
		REPLY(EVERY(MIX(.95, CONST(15), CONST(12000))), TAKES(EXP(10))) } },
	{ "half-and-half", "bimodal", {
		REPLY(EVERY(MIX(.5, UNIFORM(25, 35), UNIFORM(1200, 1800))), TAKES(EXP(20))) } },
	{ "mostly-5us", "bimodal", {
		REPLY(EVERY(MIX(.8, EXP(5), EXP(300))), TAKES(EXP(5))) } },
	{ "contested", "bimodal", {
		REPLY(EVERY(MIX(.6, UNIFORM(150, 250), UNIFORM(6000, 10000))), TAKES(EXP(30))) } },

	{ "regime-20us-3ms", "regime", {
		REPLY(EVERY(REGIME(400, 2, EXP(20), EXP(3000))), TAKES(EXP(10))) } },
	{ "regime-steady", "regime", {
		REPLY(EVERY(REGIME(60, 2, UNIFORM(95, 105), UNIFORM(2400, 2600))),
		      TAKES(EXP(25))) } },

	{ "poisson-50us", "poisson", { EVENT(EVERY(EXP(50)), TAKES(CONST(5))) } },
	{ "poisson-700us", "poisson", { EVENT(EVERY(EXP(700)), TAKES(CONST(20))) } },
	{ "poisson-9ms", "poisson", { EVENT(EVERY(EXP(9000)), TAKES(CONST(50))) } },

	{ "ebizzy-1ms", "ebizzy", {
		SLEEP(EVERY(UNIFORM(1000, 1050)), TAKES(EXP(40))),
		SLEEP(EVERY(UNIFORM(1100, 1150)), TAKES(EXP(40))),
		SLEEP(EVERY(UNIFORM(1300, 1350)), TAKES(EXP(40))) } },
	{ "ebizzy-200us", "ebizzy", {
		SLEEP(EVERY(UNIFORM(200, 250)), TAKES(EXP(20))),
		SLEEP(EVERY(UNIFORM(230, 280)), TAKES(EXP(20))),
		SLEEP(EVERY(UNIFORM(310, 360)), TAKES(EXP(20))) } },
	{ "adrestia", "ebizzy", {
		SLEEP(EVERY(UNIFORM(48000, 48050)), TAKES(EXP(15))),
		SLEEP(EVERY(UNIFORM(50000, 50050)), TAKES(EXP(15))),
		REPLY(EVERY(EXP(9000)), TAKES(EXP(15))) } },

	{ "audio-5ms", "media", {
		TIMER(EVERY(CONST(5333)), TAKES(LOGN(300, .3))),
		EVENT(EVERY(UNIFORM(5300, 5366)), TAKES(CONST(25))) } },
	{ "video-60", "media", {
		EVENT(EVERY(UNIFORM(16617, 16717)), TAKES(LOGN(3000, .4))),
		SLEEP(EVERY(UNIFORM(4000, 4050)), TAKES(EXP(150))) } },

	{ "mostly-idle", "idle", { EVENT(EVERY(EXP(200000)), TAKES(EXP(100))) } },
	{ "desktop-idle", "idle", {
		TIMER(EVERY(CONST(100000)), TAKES(EXP(80))),
		TIMER(EVERY(CONST(250000)), TAKES(EXP(120))),
		EVENT(EVERY(MIX(.7, EXP(150), EXP(60000))), TAKES(EXP(40))) } },

	{ "phone-standby", "idle", {
		EVENT(EVERY(MIX3(.75, .15, LOGN(60, .9), EXP(900), UNIFORM(20000, 500000))),
		      TAKES(EXP(15))) } },

	{ "pareto-5us", "heavy tail", {
		REPLY(EVERY(PARETO(5, 1.1, 50000)), TAKES(EXP(10))) } },
	{ "pareto-50us", "heavy tail", {
		EVENT(EVERY(PARETO(50, 1.5, 1000000)), TAKES(EXP(10))) } },

	{ "order-15-150-15-4000", "order", {
		REPLY(EVERY(ORDER(0, 4, 15, 150, 15, 4000)), TAKES(CONST(10))) } },
	{ "order-8-8-900", "order", {
		REPLY(EVERY(ORDER(.05, 3, 8, 8, 900)), TAKES(CONST(10))) } },
	{ "order-300-30-3", "order", {
		REPLY(EVERY(ORDER(.1, 3, 300, 30, 3)), TAKES(EXP(5))) } },

	{ "timer-intercepts", "intercepts", {
		TIMER(EVERY(CONST(4000)), TAKES(CONST(40))),
		EVENT(EVERY(EXP(3000)), TAKES(EXP(20))) } },
	{ "timer-rare-intercepts", "intercepts", {
		SLEEP(EVERY(UNIFORM(20000, 20050)), TAKES(EXP(100))),
		EVENT(EVERY(PARETO(200, 1.2, 200000)), TAKES(EXP(20))) } },
	{ "timeout-30ms", "intercepts", {
		TIMEOUT(EVERY(CONST(30000)), TAKES(CONST(10))),
		EVENT(EVERY(EXP(400)), TAKES(EXP(15))) } },
	{ "interrupts-500us", "intercepts", {
		IRQ(EVERY(EXP(500)), TAKES(CONST(3))),
		TIMER(EVERY(CONST(10000)), TAKES(EXP(100))) } },

	{ "packets", "burst", {
		EVENT(EVERY(MIX(.9, EXP(8), EXP(5000))), TAKES(EXP(4))) } },
	{ "packets-coalesced", "burst", {
		EVENT(EVERY(MIX(.85, UNIFORM(48, 52), EXP(20000))), TAKES(EXP(25))) } },
};

const struct workload_half workloads_design = {
	"design", workloads, sizeof(workloads) / sizeof(workloads[0])
};
