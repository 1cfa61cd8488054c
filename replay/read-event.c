// SPDX-License-Identifier: GPL-2.0
/*
 * Which events are wanted, and which of their fields.
 */
#include <string.h>

#include "replay/read-event.h"

static const struct event_field idle_fields[] = {
	[IDLE_STATE] = { "state" },
	[IDLE_CPU] = { "cpu_id" },
	{ NULL }
};

static const struct event_field miss_fields[] = {
	[MISS_CPU] = { "cpu_id" },
	[MISS_STATE] = { "state" },
	[MISS_BELOW] = { "below", "type", FIELD_BELOW },
	{ NULL }
};

static const struct event_field irq_fields[] = {
	[IRQ_NAME] = { "name", NULL, FIELD_IRQ_NAME },
	{ NULL }
};

static const struct event_field raise_fields[] = {
	[IPI_TARGET] = { "target_cpus", "target_mask", FIELD_MASK },
	{ NULL }
};

static const struct event_field cpumask_fields[] = {
	[IPI_TARGET] = { "cpumask", NULL, FIELD_MASK },
	{ NULL }
};

static const struct event_field send_fields[] = {
	[IPI_TARGET] = { "cpu" },
	{ NULL }
};

static const struct event_field hrtimer_fields[] = {
	[HRTIMER_FUNCTION] = { "function", NULL, FIELD_TIMER_FUNCTION },
	{ NULL }
};

static const struct event_field waking_fields[] = {
	[WAKING_CPU] = { "target_cpu" },
	{ NULL }
};

static const struct event_field sleep_fields[] = {
	[SLEEP_LENGTH] = { "ret" },
	[SLEEP_TICK] = { "delta" },
	{ NULL }
};

static const struct event_field table_fields[] = {
	[TABLE_CPU] = { "cpu_id", "cpu" },
	[TABLE_COUNT] = { "count" },
	[TABLE_POLLING] = { "polling" },
	[TABLE_PERIOD] = { "tick_period_ns" },
	[TABLE_EXIT] = { "exit_ns", NULL, FIELD_ARRAY },
	[TABLE_RESIDENCY] = { "residency_ns", NULL, FIELD_ARRAY },
	{ NULL }
};

static const struct event_field select_fields[] = {
	[SELECT_STATE] = { "state" },
	[SELECT_REASON] = { "reason" },
	[SELECT_SLEEP] = { "sleep_ns" },
	[SELECT_TICK] = { "tick_ns" },
	[SELECT_AGE] = { "age_ns" },
	[SELECT_EXPECTED] = { "expected_ns" },
	[SELECT_STOPPED] = { "tick_stopped" },
	[SELECT_STOP] = { "stop_tick" },
	[SELECT_CONTEXT] = { "context" },
	[SELECT_LATENCY] = { "latency_req_ns" },
	[SELECT_DISABLED] = { "disabled" },
	[SELECT_UTIL] = { "util" },
	[SELECT_CAPACITY] = { "capacity" },
	[SELECT_RULE] = { "rule" },
	[SELECT_USE_CONTEXT] = { "use_context" },
	[SELECT_USE_UTIL] = { "use_util" },
	[SELECT_WEIGHT] = { "latency_weight" },
	[SELECT_SHIFT] = { "util_shift" },
	[SELECT_VERSION] = { "version" },
	{ NULL }
};

static const struct event_field reflect_fields[] = {
	[REFLECT_ENTERED] = { "entered" },
	[REFLECT_MEASURED] = { "measured_ns" },
	[REFLECT_VERDICT] = { "verdict" },
	[REFLECT_TICK] = { "tick" },
	[REFLECT_POLL] = { "poll_limit" },
	[REFLECT_REJECTED] = { "rejected" },
	{ NULL }
};

static const struct event_field no_fields[] = {
	{ NULL }
};

#define BOTH	0x3

static const struct event_type types[] = {
	{ "power", "cpu_idle", EVENT_IDLE, BOTH, idle_fields },
	{ "power", "cpu_idle_miss", EVENT_IDLE_MISS, 0x7, miss_fields },
	{ "irq", "irq_handler_entry", EVENT_IRQ, 0x1, irq_fields },
	/* x86 */
	{ "irq_vectors", "local_timer_entry", EVENT_TIMER_IRQ, 0, no_fields },
	{ "irq_vectors", "call_function_entry", EVENT_IPI_IRQ, 0, no_fields },
	{ "irq_vectors", "call_function_single_entry", EVENT_IPI_IRQ, 0, no_fields },
	{ "irq_vectors", "reschedule_entry", EVENT_IPI_IRQ, 0, no_fields },
	{ "irq_vectors", "irq_work_entry", EVENT_IPI_IRQ, 0, no_fields },
	{ "irq_vectors", "x86_platform_ipi_entry", EVENT_IPI_IRQ, 0, no_fields },
	{ "irq_vectors", "thermal_apic_entry", EVENT_DEVICE_IRQ, 0, no_fields },
	{ "irq_vectors", "error_apic_entry", EVENT_DEVICE_IRQ, 0, no_fields },
	{ "irq_vectors", "spurious_apic_entry", EVENT_DEVICE_IRQ, 0, no_fields },
	/* POWER: the decrementer, and doorbells */
	{ "powerpc", "timer_interrupt_entry", EVENT_TIMER_IRQ, 0, no_fields },
	{ "powerpc", "doorbell_entry", EVENT_IPI_IRQ, 0, no_fields },
	{ "ipi", "ipi_entry", EVENT_IPI_IRQ, 0, no_fields },
	{ "ipi", "ipi_raise", EVENT_IPI_MASK, 0x1, raise_fields },
	{ "ipi", "ipi_send_cpumask", EVENT_IPI_MASK, 0x1, cpumask_fields },
	{ "ipi", "ipi_send_cpu", EVENT_IPI_CPU, 0x1, send_fields },
	{ "timer", "hrtimer_expire_entry", EVENT_HRTIMER, 0x1, hrtimer_fields },
	{ "sched", "sched_waking", EVENT_WAKING, 0x1, waking_fields },
	{ "sched", "sched_wakeup", EVENT_WAKING, 0x1, waking_fields },
	{ "sched", "sched_switch", EVENT_SWITCH, 0, no_fields },
	{ NULL, "sl", EVENT_SLEEP_LENGTH, 0x1, sleep_fields },
	{ NULL, "gov_sleep", EVENT_SLEEP_LENGTH, 0x1, sleep_fields },	/* record-governor */
	{ "tally", "table", EVENT_TABLE, 0x3f, table_fields },
	{ "tally", "select", EVENT_SELECT, 0x7ffff, select_fields },
	{ "tally", "reflect", EVENT_REFLECT, 0x3f, reflect_fields },
};

#define TYPES	(sizeof(types) / sizeof(types[0]))

/* Names are told apart by length and two letters before they are compared. */
static inline unsigned int name_hash(const char *name, size_t length)
{
	return (length * 7 + (unsigned char)name[0] + (unsigned char)name[length - 1] * 3 +
		(unsigned char)name[length / 2] * 5) & 127;
}

static uint8_t buckets[128][4];
static uint8_t lengths[TYPES];

static __attribute__((constructor)) void event_types_init(void)
{
	unsigned int i, j;

	for (i = 0; i < TYPES; i++) {
		uint8_t *bucket = buckets[name_hash(types[i].name, strlen(types[i].name))];

		lengths[i] = strlen(types[i].name);
		for (j = 0; j < 4 && bucket[j]; j++)
			;
		if (j == 4)
			__builtin_trap();
		bucket[j] = i + 1;
	}
}

const struct event_type *event_type_find(const char *system, const char *name,
					 size_t length)
{
	const uint8_t *bucket;
	unsigned int j;

	if (!length)
		return NULL;
	bucket = buckets[name_hash(name, length)];
	for (j = 0; j < 4 && bucket[j]; j++) {
		const struct event_type *type = &types[bucket[j] - 1];

		if (lengths[bucket[j] - 1] != length || memcmp(type->name, name, length))
			continue;
		if (system && type->system && strcmp(system, type->system))
			continue;
		return type;
	}
	return NULL;
}

enum irq_class irq_classify(const char *name, size_t length)
{
	size_t i;

	for (i = 0; i + 3 <= length; i++) {
		if (name[i] == 't' && i + 5 <= length && !memcmp(name + i, "timer", 5))
			return IRQ_IS_TIMER;
		if ((name[i] == 'I' && name[i + 1] == 'P' && name[i + 2] == 'I') ||
		    (name[i] == 'i' && name[i + 1] == 'p' && name[i + 2] == 'i'))
			return IRQ_IS_IPI;
	}
	return IRQ_IS_DEVICE;
}

bool timer_is_tick(const char *name, size_t length)
{
	static const char *const ticks[] = { "tick_nohz_handler", "tick_sched_timer" };
	unsigned int i;

	for (i = 0; i < sizeof(ticks) / sizeof(ticks[0]); i++)
		if (length >= strlen(ticks[i]) && !memcmp(name, ticks[i], strlen(ticks[i])))
			return true;
	return false;
}
