import { nounOf, readValue, titleOf, wordsOf } from '#features/office/attention/web/reading.ts'
import { timeOf } from '#lib/dates.ts'
import type { Reading } from '#platform/web/record-words.ts'
import type { Attention } from '#platform/web/sync/resolve.ts'
import type { Wire } from '#platform/web/sync/store.ts'

/** One field in which the two versions differ, ready to be shown side by side. Null: no value; empty: too long for a line. */
export type Difference = { label: string; isMany: boolean; mine: string | null; theirs: string | null; verb: 'changed' | 'moved' }

/** A change that waits for the farrier's decision, in words. */
export type AttentionText = Attention & { title: string; noun: string; sentence: string; differences: Difference[] }

type Shown = { data: Wire; reading: Reading; me: string | undefined }

const LONGEST_IN_A_SENTENCE = 40

/** Describes the farrier's change and the one it conflicts with. `data` is the record as this device shows it. */
export function describeAttention(attention: Attention, { data, reading, me }: Shown): AttentionText {
  const differences = differencesOf(attention, data, reading)
  const noun = nounOf(attention.entity)
  const title = titleOf(attention.entity, data, reading)
  const sentence = attention.kind === 'rejected' ? refused(attention, noun, differences) : collided(attention, noun, differences, me)
  return { ...attention, title, noun, sentence, differences }
}

function refused({ action, error }: Attention, noun: string, differences: Difference[]): string {
  const did = { CREATE: `You added this ${noun}.`, UPDATE: `${mineOf(differences, noun)}.`, DELETE: `You removed this ${noun}.` }[action]
  return `${did} ${error.message}`
}

function collided(attention: Attention, noun: string, differences: Difference[], me: string | undefined): string {
  const by = byWhom(attention.by, me)
  if (attention.action === 'DELETE') return `You removed this ${noun} offline. Meanwhile ${changedOf(differences)}${by}.`
  const mine = `${mineOf(differences, noun)} offline.`
  return attention.isRemoved ? `${mine} Meanwhile this ${noun} was removed${by}.` : `${mine} Meanwhile ${theirsOf(differences)}${by}.`
}

function mineOf(differences: Difference[], noun: string): string {
  const [only] = differences
  if (!only) return `You changed this ${noun}`
  if (differences.length > 1) return `You changed ${inWords(differences.map(({ label }) => `the ${label}`))}`
  if (only.mine === null) return `You cleared the ${only.label}`
  return `You changed the ${only.label}${fits(only.mine) ? ` to ${only.mine}` : ''}`
}

function theirsOf(differences: Difference[]): string {
  const [only] = differences
  if (!only) return 'it was changed'
  if (differences.length > 1) return `${differences.length === 2 ? 'both' : 'they'} were changed`
  const it = only.isMany ? 'they were' : 'it was'
  if (only.theirs === null) return `${it} cleared`
  return `${it} ${only.verb}${fits(only.theirs) ? ` to ${only.theirs}` : ''}`
}

function changedOf(differences: Difference[]): string {
  if (differences.length === 0) return 'it was changed'
  const isMany = differences.length > 1 || differences.some((one) => one.isMany)
  return `${inWords(differences.map(({ label }) => `the ${label}`))} ${isMany ? 'were' : 'was'} changed`
}

/** ` by Helen on the iPad`; without the name if the user made it on another device. */
function byWhom(by: Attention['by'], me: string | undefined): string {
  if (!by) return ''
  const who = by.member && by.member !== me ? ` by ${by.member}` : ''
  return by.device ? `${who} ${by.device}` : who
}

const fits = (words: string) => words !== '' && words.length <= LONGEST_IN_A_SENTENCE && !words.includes('\n')

/** `the phone number, the address and the notes`; of many, the first two and the number of the others. */
function inWords(parts: string[]): string {
  const [shown, last] = parts.length > 3 ? [parts.slice(0, 2), `${parts.length - 2} more`] : [parts.slice(0, -1), parts.at(-1) ?? '']
  return shown.length ? `${shown.join(', ')} and ${last}` : last
}

const WHEN = ['onDay', 'startTime', 'endTime']

/* A visit's day, start and end move together and are shown as one; fields with the same words (the two numbers of a position) are shown once. */
function differencesOf({ entity, fields }: Attention, data: Wire, reading: Reading): Difference[] {
  const isMoved = entity === 'appointments' && fields.some(({ name }) => WHEN.includes(name))
  const others = isMoved ? fields.filter(({ name }) => !WHEN.includes(name)) : fields
  const told = others.map(({ name, mine, theirs }): Difference => {
    const { label, isMany = false } = wordsOf(entity, name)
    return {
      label,
      isMany,
      verb: 'changed',
      mine: readValue(entity, name, mine, reading),
      theirs: readValue(entity, name, theirs, reading),
    }
  })
  const all = isMoved ? [whenOf(fields, data, reading), ...told] : told
  return all.filter((one, at) => all.findIndex(({ label }) => label === one.label) === at)
}

function whenOf(fields: Attention['fields'], data: Wire, reading: Reading): Difference {
  const theirs = { ...data, ...Object.fromEntries(fields.map((field) => [field.name, field.theirs])) }
  const mine = { ...data, ...Object.fromEntries(fields.map((field) => [field.name, field.mine])) }
  const [my, their] = [timesOf(mine, reading), timesOf(theirs, reading)]
  const isOtherDay = my.day !== their.day
  const isOtherTime = data.isCallOnly !== true && (my.start !== their.start || my.end !== their.end)
  const word = (one: typeof my) =>
    [isOtherDay || !isOtherTime ? one.day : '', isOtherTime ? (my.start === their.start ? `${one.start} to ${one.end}` : one.start) : '']
      .filter(Boolean)
      .join(', ')
  return { label: isOtherTime ? 'time' : 'day', isMany: false, verb: 'moved', mine: word(my), theirs: word(their) }
}

const timesOf = (data: Wire, reading: Reading) => ({
  day: readValue('appointments', 'onDay', data.onDay, reading) ?? '',
  start: clock(data.startTime, reading),
  end: clock(data.endTime, reading),
})

const clock = (at: unknown, { zone }: Reading) => (typeof at === 'string' ? timeOf(at, zone) : '')
