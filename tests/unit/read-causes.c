// SPDX-License-Identifier: GPL-2.0
/*
 * What ended an idle period, how far the next timer was, and which periods belong together.
 */
#include "tests/unit/read_memory.h"

#define CPU(cpu, time, rest)	"  <idle>-0 [" cpu "] " time ": " rest "\n"
#define IN(time, state)		CPU("000", time, "cpu_idle: state=" state " cpu_id=0")
#define OUT(time)		IN(time, "4294967295")
#define IRQ(time, name)		CPU("000", time, "irq_handler_entry: irq=1 name=" name)
#define EXPIRES(time, name)							\
	CPU("000", time, "hrtimer_expire_entry: hrtimer=1 function=" name " now=1")
#define RUNS(time)		"  task-77 [000] " time ": sched_waking: target_cpu=000\n"
#define SLEEP(time, ns)		CPU("000", time, "sl: (a <- b) ret=" ns)

static struct read_result r;

static void by_the_interrupt_after_the_exit(void **state)
{
	(void)state;
	read_string(&r, IN("1.000000", "1") OUT("1.000100") IRQ("1.000101", "arch_timer")
		    IN("1.000200", "1") OUT("1.000300") IRQ("1.000301", "IPI")
		    IN("1.000400", "1") OUT("1.000500") IRQ("1.000501", "xhci-hcd:usb2")
		    IN("1.000600", "1") OUT("1.000700")
		    CPU("000", "1.000701", "local_timer_entry: vector=236")
		    IN("1.000800", "1") OUT("1.000900")
		    CPU("000", "1.000901", "reschedule_entry: vector=253"));
	assert_int_equal(r.count, 5);
	assert_int_equal(r.periods[0].cause, WAKE_TIMER);
	assert_int_equal(r.periods[1].cause, WAKE_IPI);
	assert_int_equal(r.periods[2].cause, WAKE_IRQ);
	assert_int_equal(r.periods[3].cause, WAKE_TIMER);
	assert_int_equal(r.periods[4].cause, WAKE_IPI);
}

static void by_the_interrupt_within_a_polling_state(void **state)
{
	(void)state;
	read_string(&r, IN("1.000000", "0") IRQ("1.000050", "eth0") OUT("1.000100")
		    IRQ("1.000101", "arch_timer") IN("1.000200", "1") OUT("1.000300"));
	assert_int_equal(r.periods[0].cause, WAKE_IRQ);
	assert_int_equal(r.periods[1].cause, WAKE_UNKNOWN);
}

/* As in the lab: its driver spends the exit latency with interrupts on, waiting for a timer. */
static void by_the_first_interrupt_within_a_deep_state(void **state)
{
	(void)state;
	read_string(&r, IN("1.000000", "2") CPU("000", "1.000050", "reschedule_entry: vector=253")
		    IRQ("1.000100", "arch_timer") EXPIRES("1.000101", "lab_expire")
		    OUT("1.000110") IN("1.000200", "2") IRQ("1.000300", "arch_timer")
		    EXPIRES("1.000301", "tick_nohz_handler") IRQ("1.000350", "arch_timer")
		    EXPIRES("1.000351", "lab_expire") OUT("1.000360"));
	assert_int_equal(r.periods[0].cause, WAKE_IPI);
	assert_int_equal(r.periods[1].cause, WAKE_TICK);
}

static void by_what_another_cpu_did(void **state)
{
	(void)state;
	read_string(&r, IN("1.000000", "0")
		    "  sh-9 [001] 1.000050: sched_waking: comm=x pid=4 prio=1 target_cpu=000\n"
		    OUT("1.000060") IN("1.000100", "1")
		    "  sh-9 [001] 1.000150: ipi_raise: target_mask=00000000,00000001 (Function call interrupts)\n"
		    OUT("1.000160"));
	assert_int_equal(r.periods[0].cause, WAKE_TASK);
	assert_int_equal(r.periods[1].cause, WAKE_IPI);
}

static void a_later_interrupt_is_no_cause(void **state)
{
	(void)state;
	read_string(&r, IN("1.000000", "1") OUT("1.000100") RUNS("1.000110")
		    IRQ("1.000120", "arch_timer") IN("1.000200", "1") OUT("1.000300"));
	assert_int_equal(r.periods[0].cause, WAKE_UNKNOWN);
	assert_true(r.periods[1].flags & PERIOD_RAN);
	assert_false(r.periods[0].flags & PERIOD_RAN);
}

static void tick_by_its_function(void **state)
{
	(void)state;
	read_string(&r, IN("1.000000", "1") OUT("1.000100") IRQ("1.000101", "arch_timer")
		    EXPIRES("1.000102", "tick_nohz_handler")
		    IN("1.000200", "1") OUT("1.000300") IRQ("1.000301", "arch_timer")
		    EXPIRES("1.000302", "hrtimer_wakeup")
		    IN("1.000400", "1") OUT("1.030500") IRQ("1.030501", "arch_timer")
		    EXPIRES("1.030502", "tick_sched_timer"));
	assert_int_equal(r.periods[0].cause, WAKE_TICK);
	assert_int_equal(r.periods[1].cause, WAKE_TIMER);
	assert_true(r.periods[1].flags & PERIOD_CONTINUES);
	/* 30 ms: the tick was stopped, its function served a timer. */
	assert_int_equal(r.periods[2].cause, WAKE_TIMER);
	assert_false(r.periods[2].flags & PERIOD_CONTINUES);
}

static void tick_by_the_recorded_sleep_length(void **state)
{
	(void)state;
	read_string(&r, SLEEP("1.000000", "9000000") IN("1.000001", "1") OUT("1.004000")
		    IRQ("1.004001", "arch_timer")
		    SLEEP("1.004010", "4990000") IN("1.004011", "1") OUT("1.009000")
		    IRQ("1.009001", "arch_timer"));
	assert_int_equal(r.periods[0].cause, WAKE_TICK);
	assert_int_equal(r.periods[0].sleep_source, SLEEP_RECORDED);
	assert_int_equal(r.periods[0].sleep_ns, 9000000);
	assert_true(r.periods[1].flags & PERIOD_CONTINUES);
	assert_int_equal(r.periods[1].cause, WAKE_TIMER);
	assert_int_equal(r.periods[1].sleep_ns, 4990000);
}

static void sleep_length_by_the_next_timer(void **state)
{
	(void)state;
	read_string(&r, IN("1.000000", "1") OUT("1.000100") IRQ("1.000101", "IPI")
		    IN("1.000200", "1") OUT("1.000300") IRQ("1.000301", "eth0")
		    IN("1.000400", "1") OUT("1.000900") IRQ("1.000901", "arch_timer")
		    IN("1.001000", "1") OUT("1.002000") IRQ("1.002001", "IPI"));
	assert_int_equal(r.periods[0].sleep_source, SLEEP_NEXT_TIMER);
	assert_int_equal(r.periods[0].sleep_ns, 901000);
	assert_int_equal(r.periods[1].sleep_ns, 701000);
	assert_int_equal(r.periods[2].sleep_source, SLEEP_ENDED);
	assert_int_equal(r.periods[2].sleep_ns, 500000);
	assert_int_equal(r.periods[3].sleep_source, SLEEP_UNKNOWN);
	assert_true(r.periods[3].sleep_ns >= 1000000);
}

static void without_timers_periods_are_not_held_back_for_ever(void **state)
{
	static char text[200000];
	size_t length = 0;
	unsigned int i;

	(void)state;
	for (i = 0; i < 200; i++)
		length += sprintf(text + length,
				  "  <idle>-0 [000] 1.%06u: cpu_idle: state=1 cpu_id=0\n"
				  "  <idle>-0 [000] 1.%06u: cpu_idle: state=-1 cpu_id=0\n",
				  i * 100, i * 100 + 50);
	read_string(&r, text);
	assert_int_equal(r.count, 200);
	assert_int_equal(r.periods[0].sleep_source, SLEEP_UNKNOWN);
	/* At least until the last event that it waited for. */
	assert_true(r.periods[0].sleep_ns > 5000000);
	for (i = 1; i < 200; i++)
		assert_true(r.periods[i].start_ns > r.periods[i - 1].start_ns);
}

/* S52: an IPI was raised 14 us before entry, and the CPU left 46 us later. */
static void ipi_before_entry(void **state)
{
	(void)state;
	read_string(&r, IN("0.900000", "1") OUT("0.910000") IRQ("0.910001", "IPI")
		    "  sh-9 [001] 1.000000: ipi_raise: target_mask=00000000,00000001 (Function call interrupts)\n"
		    IN("1.000014", "1") OUT("1.000060") IRQ("1.000061", "IPI")
		    "  sh-9 [001] 1.000100: ipi_send_cpu: cpu=0 callsite=a callback=b\n"
		    IRQ("1.000110", "IPI") IN("1.000120", "1") OUT("1.000200"));
	assert_int_equal(r.count, 3);
	assert_false(r.periods[0].flags & PERIOD_IPI_BEFORE);
	assert_true(r.periods[1].flags & PERIOD_IPI_BEFORE);
	assert_int_equal(r.periods[1].length_ns, 46000);
	/* This one was handled before the entry. */
	assert_false(r.periods[2].flags & PERIOD_IPI_BEFORE);
}

static void idle_misses(void **state)
{
	(void)state;
	read_string(&r, IN("1.000000", "1") OUT("1.000100")
		    CPU("000", "1.000100", "cpu_idle_miss: cpu_id=0 state=1 type=above")
		    IN("1.000200", "0") OUT("1.000900") IRQ("1.000901", "IPI")
		    CPU("000", "1.000902", "cpu_idle_miss: cpu_id=0 state=0 type=below"));
	assert_int_equal(r.periods[0].flags, PERIOD_TOO_DEEP);
	assert_int_equal(r.periods[1].flags, PERIOD_TOO_SHALLOW);
}

static void asked_but_not_entered(void **state)
{
	(void)state;
	read_string(&r, SLEEP("1.000000", "5000")
		    CPU("000", "1.000000", "gov_sleep: (a <- b) ret=5000 delta=4000")
		    SLEEP("1.000010", "-20")
		    IN("1.000011", "0") OUT("1.000012") SLEEP("1.000020", "7000"));
	assert_int_equal(r.count, 3);
	assert_int_equal(r.periods[0].flags, PERIOD_NOT_ENTERED);
	assert_int_equal(r.periods[0].sleep_ns, 5000);
	assert_int_equal(r.periods[1].sleep_ns, -20);
	assert_int_equal(r.periods[1].flags & PERIOD_NOT_ENTERED, 0);
	assert_int_equal(r.periods[2].flags, PERIOD_NOT_ENTERED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_the_interrupt_after_the_exit),
		cmocka_unit_test(by_the_interrupt_within_a_polling_state),
		cmocka_unit_test(by_the_first_interrupt_within_a_deep_state),
		cmocka_unit_test(by_what_another_cpu_did),
		cmocka_unit_test(a_later_interrupt_is_no_cause),
		cmocka_unit_test(tick_by_its_function),
		cmocka_unit_test(tick_by_the_recorded_sleep_length),
		cmocka_unit_test(sleep_length_by_the_next_timer),
		cmocka_unit_test(without_timers_periods_are_not_held_back_for_ever),
		cmocka_unit_test(ipi_before_entry), cmocka_unit_test(idle_misses),
		cmocka_unit_test(asked_but_not_entered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
