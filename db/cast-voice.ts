/* Merlin's voice note in db/pictures, spoken by a speech synthesiser: its words, its length, and how loud it is along the way. */

export const CAST_VOICE = [
  'Merlin, front shoes new today, five and three quarters both sides. Near fore is good, nice strong wall.',
  'Off fore heel is a little under-run, so I put a leather pad on the off fore. No thrush anywhere.',
  "He was good in front, had a go with the near hind. I'd recommend a wedge on the off fore next time, if that heel has not come up.",
].join(' ')
export const CAST_VOICE_MS = 25_052
export const CAST_WAVEFORM: readonly number[] = [
  69, 69, 86, 64, 69, 64, 45, 93, 72, 91, 67, 79, 82, 13, 58, 100, 82, 92, 68, 81, 84, 2, 81, 95, 70, 80, 67, 73, 75, 78, 82, 80, 68, 83,
  86, 36, 90, 81, 66, 49, 70, 91, 76, 41, 63, 80, 63, 84, 43, 75, 65, 76, 74, 83, 92, 72, 79, 38, 68, 76, 66, 81, 75, 1,
]
