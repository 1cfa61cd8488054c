/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The device that a metronome runs on: one file for each kind of machine.
 */
#ifndef TALLY_LAB_METRONOME_H
#define TALLY_LAB_METRONOME_H

/**
 * metronome_start - make a virtual timer due again and again
 * @period_us: time between two of them in us, 2 to 50000
 *
 * No interrupt reaches the guest. Sleeps.
 *
 * Return: 0, or -ENODEV where the machine lacks the device.
 */
int metronome_start(unsigned int period_us);

/**
 * metronome_stop - undo metronome_start()
 */
void metronome_stop(void);

#endif
