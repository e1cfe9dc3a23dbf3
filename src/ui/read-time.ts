/** A time of day as people type it, as `HH:mm`: 9, 930, 9.30, 09:30, 9 30; undefined when it is none. Always 24 hours. */
export function readTime(typed: string): string | undefined {
  const match = /^(\d{1,2})(?:[:. ]?(\d{2}))?$/.exec(typed.trim())
  const hours = Number(match?.[1])
  const minutes = Number(match?.[2] ?? 0)
  if (!match || hours > 23 || minutes > 59) return undefined
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** The same time some minutes later or earlier, within the day; what is no time begins at 09:00. */
export function stepTime(time: string, byMinutes: number): string {
  const [hours = 9, minutes = 0] = (readTime(time) ?? '09:00').split(':').map(Number)
  const next = Math.min(23 * 60 + 59, Math.max(0, hours * 60 + minutes + byMinutes))
  return readTime(`${Math.floor(next / 60)}:${String(next % 60).padStart(2, '0')}`) ?? time
}
