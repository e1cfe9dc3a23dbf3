import { safeName } from '#features/evidence/files/rules.ts'
import type { Kind } from '#features/evidence/files/sniff.ts'
import { dayOf, timeOf } from '#lib/dates.ts'

/** Spec §3 Voice note upload: its service type when none is given. */
export const VOICE_SERVICE = 'voice-note'

/** Spec §7: the default description of a voice note. */
export const usualDescription = (horse: string): string => `Voice note for ${horse}`

/** The number of bars in a drawn waveform; a sender may give more. */
const DRAWN_PEAKS = 64
export const MOST_PEAKS = 256

/** Whether a file of this content can be a voice note. */
export const isSound = ({ kind }: { kind: Kind }): boolean => kind === 'audio'

/** The reason why another file can't be a voice note. */
export const NO_SOUND = "This file isn't a sound recording."

const ENDINGS: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
}

type Spoken = { horse: string; at: Date | string; zone: string; mime: string }

/** `voice_note_Biscuit_2026-11-24_10-42.webm` (Spec §7), with the extension of its media type (product.md). */
export function voiceFileName({ horse, at, zone, mime }: Spoken): string {
  const when = `${dayOf(at, zone)}_${timeOf(at, zone).replace(':', '-')}`
  return safeName(`voice_note_${horse.trim().replace(/[\s/\\]+/g, '_')}_${when}.${ENDINGS[mime] ?? 'webm'}`)
}

/** `1:24`, `1:02:09`: how long a recording is, whole seconds. */
export function lengthWords(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, String(seconds % 60).padStart(2, '0')]
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** Below this it is the microphone's own noise. */
const SILENCE = 0.01

/** Levels of 0 to 1 as the bars of a waveform, each the loudest of its part; the loudest of all fills its bar. Null: nothing was measured. */
export function peaksOf(levels: readonly number[], bars: number = DRAWN_PEAKS): number[] | null {
  if (levels.length === 0) return null
  const count = Math.min(bars, levels.length)
  const parts = Array.from({ length: count }, (_, bar) =>
    Math.max(...levels.slice(Math.floor((bar * levels.length) / count), Math.floor(((bar + 1) * levels.length) / count))),
  )
  const loudest = Math.max(...parts)
  // Quiet sounds seem louder to the ear than their measured level.
  return parts.map((part) => Math.round(Math.sqrt(part / Math.max(loudest, SILENCE)) * 100))
}

/** Playing speeds on offer. */
export const SPEEDS = [1, 1.25, 1.5, 2] as const
export type Speed = (typeof SPEEDS)[number]
export const nextSpeed = (now: Speed): Speed => SPEEDS[(SPEEDS.indexOf(now) + 1) % SPEEDS.length] ?? 1
