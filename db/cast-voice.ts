/* Merlin's voice note in db/pictures: what is said in it, how long it takes, and how loud it is along the way. A speech synthesiser said it. */

export const CAST_VOICE = [
  'Merlin, front shoes new today, five and a quarter both sides. Near fore is good, nice strong wall.',
  'Off fore heel is a little under-run, so I put a leather pad on the off fore. No thrush anywhere.',
  "He was good in front, had a go with the near hind. I'd recommend a wedge on the off fore next time, if that heel has not come up.",
].join(' ')
export const CAST_VOICE_MS = 24_753
export const CAST_WAVEFORM: readonly number[] = [
  67, 67, 84, 62, 68, 63, 54, 91, 62, 83, 73, 77, 23, 61, 100, 80, 63, 88, 83, 83, 50, 80, 93, 67, 73, 70, 72, 48, 70, 79, 78, 70, 72, 81,
  83, 71, 88, 78, 62, 37, 63, 95, 75, 33, 62, 76, 61, 78, 35, 70, 77, 64, 73, 80, 90, 71, 80, 54, 59, 73, 65, 77, 72, 1,
]
