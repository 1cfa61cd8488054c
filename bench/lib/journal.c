// SPDX-License-Identifier: GPL-2.0
/*
 * One line a setting: path below the sysfs root, a tab, the value to restore. Lines
 * are only appended while settings are in force; an empty file means nothing to do.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "journal.h"
#include "sysfs.h"

#define VALUE_MAX	256
/* Only such files are ever written when restoring, whatever the journal says. */
static const char *const prefixes[] = { "devices/system/cpu/", "module/" };

struct journal {
	int fd;
	int notes;
	struct note {
		char *path;
		char *value;
	} *note;
};

const char *journal_path(void)
{
	static char path[PATH_MAX];
	const char *given = getenv("TALLY_JOURNAL");
	struct stat st;

	if (given && *given)
		return given;
	if ((!mkdir("/run/tally", 0755) || errno == EEXIST) &&
	    !stat("/run/tally", &st) && st.st_uid == geteuid() && !access("/run/tally", W_OK))
		return "/run/tally/journal";
	snprintf(path, sizeof(path), "/tmp/tally-journal-%u", (unsigned int)geteuid());
	return path;
}

/* Somebody else's file in /tmp is not ours to obey. */
static int open_own(int flags)
{
	int fd = open(journal_path(), O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | flags,
		      0600);
	struct stat st;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_uid != geteuid()) {
		close(fd);
		errno = EPERM;
		return -1;
	}
	return fd;
}

static int lock(int fd, struct err *err)
{
	if (!flock(fd, LOCK_EX | LOCK_NB))
		return 0;
	return err_set(err, BENCH_FAILED, errno == EWOULDBLOCK ?
		       "%s: another bench is at work and has changed settings" :
		       "%s: cannot be locked", journal_path());
}

static void add_note(struct journal *j, const char *path, const char *value)
{
	j->note = realloc(j->note, sizeof(*j->note) * (j->notes + 1));
	if (!j->note)
		abort();
	j->note[j->notes].path = strdup(path);
	j->note[j->notes].value = strdup(value);
	if (!j->note[j->notes].path || !j->note[j->notes].value)
		abort();
	j->notes++;
}

static bool acceptable(const char *path)
{
	size_t i;

	for (i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (!strncmp(path, prefixes[i], strlen(prefixes[i])))
			return !strstr(path, "..");
	return false;
}

/* A last line without its newline was cut by the death: its change was never made. */
static int load(struct journal *j, struct err *err)
{
	char line[PATH_MAX + VALUE_MAX];
	int fd = dup(j->fd);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");

	if (!f)
		return err_set(err, BENCH_FAILED, "%s: %m", journal_path());
	rewind(f);
	while (fgets(line, sizeof(line), f)) {
		char *tab = strchr(line, '\t');
		char *end = strchr(line, '\n');

		if (!end)
			break;
		*end = '\0';
		if (!tab || !acceptable(line)) {
			fclose(f);
			return err_set(err, BENCH_FAILED,
				       "%s: is not a journal; remove it", journal_path());
		}
		*tab = '\0';
		if (acceptable(line))
			add_note(j, line, tab + 1);
	}
	fclose(f);
	return 0;
}

static void forget(struct journal *j)
{
	int i;

	for (i = 0; i < j->notes; i++) {
		free(j->note[i].path);
		free(j->note[i].value);
	}
	free(j->note);
	close(j->fd);
	free(j);
}

/* Returns how many had to be written; the first failure is told, the rest still done. */
static int restore(struct journal *j, char *what, int size, struct err *err)
{
	char path[PATH_MAX], now[VALUE_MAX];
	int i, done = 0, failed = 0, len = 0;

	if (what && size)
		what[0] = '\0';
	for (i = j->notes - 1; i >= 0; i--) {
		sysfs_path(path, sizeof(path), "%s", j->note[i].path);
		if (!file_read_text(path, now, sizeof(now)) &&
		    !strcmp(now, j->note[i].value))
			continue;
		if (file_write_text(path, j->note[i].value)) {
			if (!failed++)
				err_set(err, BENCH_FAILED,
					"%s: cannot be restored to '%s': %m", path,
					j->note[i].value);
			continue;
		}
		done++;
		if (what && len < size)
			len += snprintf(what + len, size - len, "%s%s = %s",
					len ? ", " : "", path, j->note[i].value);
	}
	return failed ? -1 : done;
}

/* The file stays, empty: removing it would race with another process's lock. */
static int clear(struct journal *j, struct err *err)
{
	if (ftruncate(j->fd, 0) || fsync(j->fd))
		return err_set(err, BENCH_FAILED, "%s: cannot be emptied: %m",
			       journal_path());
	return 0;
}

static struct journal *journal_new(int fd)
{
	struct journal *j = calloc(1, sizeof(*j));

	if (!j)
		abort();
	j->fd = fd;
	return j;
}

static int recover(struct journal *j, char *what, int size, struct err *err)
{
	int done = load(j, err) ? -1 : restore(j, what, size, err);

	if (done >= 0 && j->notes && clear(j, err))
		done = -1;
	return done;
}

int journal_recover(char *what, int size, struct err *err)
{
	struct journal *j;
	int done, fd;

	what[0] = '\0';
	fd = open_own(0);
	if (fd < 0 && errno == ENOENT)
		return 0;
	if (fd < 0)
		return err_set(err, BENCH_FAILED, "%s: %m", journal_path());
	j = journal_new(fd);
	done = lock(fd, err) ? -1 : recover(j, what, size, err);
	forget(j);
	return done;
}

int journal_begin(struct journal **journal, struct err *err)
{
	int fd = open_own(O_CREAT);
	struct journal *j, *fresh;
	char what[VALUE_MAX];

	if (fd < 0)
		return err_set(err, BENCH_FAILED,
			       "%s: %m (settings are only changed when they can be restored)",
			       journal_path());
	j = journal_new(fd);
	if (lock(fd, err) || recover(j, what, sizeof(what), err) < 0) {
		forget(j);
		return -1;
	}
	/* The recovered notes are done with; the lock stays with the descriptor. */
	fresh = journal_new(fcntl(fd, F_DUPFD_CLOEXEC, 0));
	forget(j);
	*journal = fresh;
	return 0;
}

int journal_note(struct journal *journal, const char *path, const char *value,
		 struct err *err)
{
	char line[PATH_MAX + VALUE_MAX];
	int i, len;

	for (i = 0; i < journal->notes; i++)
		if (!strcmp(journal->note[i].path, path))
			return 0;
	len = snprintf(line, sizeof(line), "%s\t%s\n", path, value);
	if (!acceptable(path) || strchr(value, '\n') || len >= (int)sizeof(line))
		return err_set(err, BENCH_FAILED, "%s: cannot be kept in the journal", path);
	if (write(journal->fd, line, len) != len || fsync(journal->fd))
		return err_set(err, BENCH_FAILED, "%s: cannot be written: %m",
			       journal_path());
	add_note(journal, path, value);
	return 0;
}

int journal_end(struct journal *journal, struct err *err)
{
	int ret;

	if (!journal)
		return 0;
	ret = restore(journal, NULL, 0, err) < 0 ? -1 : clear(journal, err);
	forget(journal);
	return ret;
}
