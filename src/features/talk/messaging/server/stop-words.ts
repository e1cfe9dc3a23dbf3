/** The wish in a text that is nothing but one of the words every provider knows. */
export type Wish = 'stop' | 'start'

const STOP = new Set(['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const START = new Set(['START', 'UNSTOP'])
/** Means `start` only for a client who has stopped: else it is an answer. */
const YES = 'YES'

/** Reads a whole text as a wish about texts; undefined when it is anything else. */
export function wishOf(text: string, hasStopped: boolean): Wish | undefined {
  const words = text
    .trim()
    .replace(/[.!'"“”‘’]+/g, '')
    .replace(/\s+/g, ' ')
    .toUpperCase()
  if (STOP.has(words)) return 'stop'
  return START.has(words) || (hasStopped && words === YES) ? 'start' : undefined
}
