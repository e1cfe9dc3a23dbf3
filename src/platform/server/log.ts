import { type Logger, pino } from 'pino'

export type { Logger }

/**
 * The server's log, one JSON line an event. It holds no bodies, addresses, phones or tokens: of a request its route's pattern
 * and not its path, of an error no values a database or a mail server put into it.
 */
export function makeLog(level: string, destination?: NodeJS.WritableStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`]), censor: '…' },
  }
  return destination ? pino(options, destination) : pino(options)
}

const SECRET = ['password', 'token', 'cookie', 'authorization', 'phone', 'phoneE164', 'email', 'address', 'to', 'body', 'text']

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: 'not an error' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { type: error.name, ...(code ? { code } : {}), message: withoutValues(error.message), at: framesOf(error) }
}

/** PostgreSQL and SMTP servers quote their input; text in quotes, or text that looks like an address or a number, is left out. */
const withoutValues = (message: string) =>
  message
    .replace(/"[^"]*"|'[^']*'|=\([^)]*\)/g, '…')
    .replace(/\S+/g, (word) => (word.slice(1, -1).includes('@') ? '…' : word))
    .replace(/\+?\d[\d ]{6,}\d/g, '…')

const framesOf = (error: Error) =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
