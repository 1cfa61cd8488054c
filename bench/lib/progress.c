// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "progress.h"

#define BAR_WIDTH	30

void progress_begin(struct progress *progress, int total)
{
	memset(progress, 0, sizeof(*progress));
	progress->total = total;
	progress->start_ns = now_ns();
}

void progress_step(struct progress *progress)
{
	progress->done++;
}

void progress_skip(struct progress *progress)
{
	progress->done++;
	progress->skipped++;
}

void progress_line(const struct progress *progress, char *buf, size_t size)
{
	snprintf(buf, size, "%d/%d", progress->done, progress->total);
}

void progress_bar(const struct progress *progress, char *buf, size_t size)
{
	int filled = (int)((long)BAR_WIDTH * progress->done / progress->total);
	int measured = progress->done - progress->skipped;
	uint64_t left_s = 0;
	char bar[BAR_WIDTH + 1];

	memset(bar, '.', BAR_WIDTH);
	memset(bar, '#', filled);
	bar[BAR_WIDTH] = '\0';
	if (measured <= 0) {
		snprintf(buf, size, "[%s] %d/%d", bar, progress->done, progress->total);
		return;
	}
	left_s = (now_ns() - progress->start_ns) / measured *
		 (progress->total - progress->done) / NSEC_PER_SEC;
	snprintf(buf, size, "[%s] %d/%d %3d %% %3d:%02d left", bar, progress->done,
		 progress->total, 100 * progress->done / progress->total,
		 (int)(left_s / 60), (int)(left_s % 60));
}
