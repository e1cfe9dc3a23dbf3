import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import type { MicrophoneRefusal } from '#platform/web/device/microphone.ts'
import type { StoppedBy } from '#platform/web/recorder/recorder.ts'

/** What a user without a microphone can do. */
export const REFUSED: Readonly<Record<MicrophoneRefusal, string>> = {
  denied: 'The browser won’t let Pritchel use the microphone. Allow it in the browser’s settings for this site, then try again.',
  none: 'This device has no microphone the browser can use. Plug one in, or write a note with the work instead.',
  taken: 'Another app is using the microphone, such as a call or a camera. Close it, then try again.',
  unable: 'This browser can’t record sound. Open Pritchel in another one, or write a note with the work instead.',
}

/** The words for what ended a recording that the user did not stop. */
export const afterWords = (by: StoppedBy): string =>
  ({
    device: 'The phone took over the microphone. What you said until then is here.',
    full: 'This device is full. What you said until then is here; free some space before the next one.',
    length: 'That’s as long as a recording can be. Save it and start another.',
  })[by]

/** `10:42` of today, `Tue 24 Nov, 10:42` of another day. */
export function momentWords(at: string | number, zone: string, today: string): string {
  const day = dayOf(at, zone)
  return day === today ? timeOf(at, zone) : `${shortDay(day)}, ${timeOf(at, zone)}`
}
