import { z } from 'zod'

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
  null: 'empty',
}
const FORMATS: Record<string, string> = {
  date: 'This has to be a day such as 2026-11-24.',
  datetime: 'This has to be a time such as 2026-11-24T09:00:00Z.',
  time: 'This has to be a time such as 09:30.',
  email: 'This has to be an e-mail address.',
  uuid: 'This has to be an id.',
  url: 'This has to be a web address.',
}

/** Makes every contract describe a field's fault in plain words, where it has no message of its own. */
export function speakPlainly(): void {
  z.config({ customError: wordsFor })
}

function wordsFor(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'This is missing.' : `This has to be ${KINDS[issue.expected] ?? 'of another kind'}.`
  if (issue.code === 'invalid_format') return FORMATS[issue.format] ?? "This isn't in the right form."
  if (issue.code === 'invalid_value') return `This has to be ${listed(issue.values.map(String))}.`
  if (issue.code === 'too_small') return boundWords(issue.origin, Number(issue.minimum), 'least')
  if (issue.code === 'too_big') return boundWords(issue.origin, Number(issue.maximum), 'most')
  return issue.code === 'custom' ? undefined : "This isn't one of the kinds allowed here."
}

function boundWords(origin: string, bound: number, which: 'least' | 'most'): string {
  if (origin === 'string' && which === 'least' && bound === 1) return "This can't be empty."
  if (origin === 'string') return `This has to have at ${which} ${bound} ${bound === 1 ? 'character' : 'characters'}.`
  if (origin === 'array' || origin === 'set') return `This has to have at ${which} ${bound} ${bound === 1 ? 'entry' : 'entries'}.`
  return `This has to be at ${which} ${bound}.`
}

const listed = (values: string[]) => (values.length < 2 ? `“${values[0]}”` : `one of ${values.join(', ')}`)
