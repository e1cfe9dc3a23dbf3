import { FileDown } from 'lucide-react'
import type { CareSharing as Care, CareForm, CareRow } from '#app/my/care-sharing-view.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { slug: string; clientId: string; care: Care; isClosed: boolean }

/** Who treats their horses besides the farrier: who sees them, what was agreed, and letting one in. */
export const CareSharing = ({ slug, clientId, care, isClosed }: Props) => (
  <div className="grid gap-3">
    <h3 className="text-18">Vets and physios</h3>
    {care.rows.length > 0 && (
      <ul className="rounded-lg border border-line bg-surface">
        {care.rows.map((row) => (
          <Row key={row.id} row={row} slug={slug} clientId={clientId} isClosed={isClosed} />
        ))}
      </ul>
    )}
    {!isClosed && care.roles.map((of) => <LetIn key={of.role} of={of} care={care} slug={slug} clientId={clientId} />)}
    {care.ended.length > 0 && (
      <details>
        <summary className="min-h-12 py-3 font-medium">{`Ended (${care.ended.length})`}</summary>
        <ul className="rounded-lg border border-line bg-surface">
          {care.ended.map((row) => (
            <Row key={row.id} row={row} slug={slug} clientId={clientId} isClosed={isClosed} />
          ))}
        </ul>
      </details>
    )}
  </div>
)

type RowProps = { row: CareRow; slug: string; clientId: string; isClosed: boolean }

function Row({ row, slug, clientId, isClosed }: RowProps) {
  const at = `/my/at/${slug}/sharing/care`
  const press = { slug: at, clientId, row }
  return (
    <li className="grid gap-2 border-line px-4 py-3 not-first:border-t [overflow-wrap:anywhere]">
      <b>{row.name}</b>
      {row.lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      <span className="block text-14 text-ink-2">{row.detail}</span>
      <details open={row.isAsked}>
        <summary className="min-h-11 py-2 text-14 underline underline-offset-4">
          {row.isAsked ? 'What you’d agree to' : 'What was agreed'}
        </summary>
        <p className="pb-2">{row.words}</p>
        {row.pdf && (
          <a href={`/my/at/${slug}/agreements/${row.pdf}/agreement.pdf`} className="flex min-h-11 w-fit items-center gap-2">
            <FileDown size={20} aria-hidden className="shrink-0" />
            Save as PDF<span className="sr-only">, {row.name}</span>
          </a>
        )}
      </details>
      <div className="flex flex-wrap gap-2">
        {row.isAsked && !isClosed && (
          <Press {...press} to="answer" label="Yes, I agree" isMain>
            <input type="hidden" name="says" value="yes" />
          </Press>
        )}
        {row.isAsked && !isClosed && (
          <Press {...press} to="answer" label="No, thank you">
            <input type="hidden" name="says" value="no" />
          </Press>
        )}
        {row.goesOnUntil && !isClosed && <Press {...press} to="go-on" label={`Go on until ${row.goesOnUntil}`} />}
        {row.isEndable && <Press {...press} to="end" label="End now" isEnd />}
      </div>
    </li>
  )
}

type PressProps = {
  slug: string
  clientId: string
  row: CareRow
  to: 'answer' | 'go-on' | 'end'
  label: string
  isMain?: boolean
  isEnd?: boolean
  children?: React.ReactNode
}

const Press = ({ slug, clientId, row, to, label, isMain, isEnd, children }: PressProps) => (
  <form method="post" action={`${slug}/${to}`}>
    <input type="hidden" name="for" value={clientId} />
    <input type="hidden" name="id" value={row.id} />
    {children}
    <button type="submit" className={buttonClass(isEnd ? { variant: 'danger' } : isMain ? { variant: 'primary' } : {})}>
      {label}
      <span className="sr-only">, {row.name}</span>
    </button>
  </form>
)

type LetInProps = { of: Care['roles'][number]; care: Care; slug: string; clientId: string }

/** A form for each role: without a script neither shows the other's fields. */
function LetIn({ of: { role, horses, costs }, care: { form: typed, spans, services }, slug, clientId }: LetInProps) {
  const isHere = typed.role === role && (typed.fault !== null || typed.horseIds.length > 0)
  const form: CareForm = isHere ? typed : { ...typed, horseIds: [], name: '', practice: '', to: '', mayContact: false, fault: null }
  const days = isHere ? typed.days : role === 'vet' ? '90' : '183'
  return (
    <details open={isHere} className="rounded-lg border border-line bg-surface">
      <summary className="min-h-12 px-4 py-3 font-medium">{TITLES[role]}</summary>
      {horses.length === 0 ? (
        <div className="grid gap-2 px-4 pb-4">
          <p>{costs}</p>
          {services ? (
            <a href={services}>See what it costs, and start it</a>
          ) : (
            <p className="text-ink-2">None of your horses has it yet. Ask your farrier about it.</p>
          )}
        </div>
      ) : (
        <form method="post" action={`/my/at/${slug}/sharing/care`} className="grid gap-4 px-4 pb-4">
          <p className="text-ink-2">{SEEN[role]}</p>
          {form.fault && (
            <Note tone="late" live>
              {form.fault}
            </Note>
          )}
          <input type="hidden" name="for" value={clientId} />
          <input type="hidden" name="role" value={role} />
          <fieldset className="grid gap-1">
            <legend className="font-medium">Which horses</legend>
            {horses.map(({ id, name }) => (
              <Checkbox key={id} label={name} name="horse" value={id} defaultChecked={form.horseIds.includes(id) || horses.length === 1} />
            ))}
          </fieldset>
          <Field label="Their name" help="One person: everybody signs in for themselves." required>
            <TextInput name="name" autoComplete="off" maxLength={80} defaultValue={form.name} required />
          </Field>
          <Field label="Their practice">
            <TextInput name="practice" autoComplete="off" maxLength={120} defaultValue={form.practice} />
          </Field>
          <Field label="Their e-mail or mobile number" help="They sign in with it. A UK mobile, or any e-mail." required>
            <TextInput
              name="to"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              defaultValue={form.to}
              required
            />
          </Field>
          <Field label="The record is open">
            <Select name="back" defaultValue={form.back} options={BACKS} />
          </Field>
          <Field label="For how long" help="You’re asked two weeks before the end whether it goes on.">
            <Select name="days" defaultValue={days} options={[...spans]} />
          </Field>
          <Checkbox label="They see my number, and may ring me" name="ring" defaultChecked={form.mayContact} />
          <button type="submit" className={buttonClass({ variant: 'primary', block: true })}>
            Agree, and send the invitation
          </button>
          <p className="text-14 text-ink-2">You can end it here at any time, with one press.</p>
        </form>
      )}
    </details>
  )
}

const TITLES = {
  vet: 'Let a vet see your horses',
  'para-professional': 'Let a physio or other para-professional see your horses',
} as const
const SEEN = {
  vet: 'They see the work, feet, findings, photos, films and files, how to handle the horse, and the day of its next visit, and add notes, plans and films. No bills, no messages.',
  'para-professional':
    'They see the work, feet, findings, photos, films and files, how to handle the horse, and the day of its next visit, and add notes and files. No bills, no messages.',
} as const
const BACKS = [
  { value: 'all', label: 'As far back as you see it yourself' },
  { value: 'year', label: 'For the last year' },
  { value: 'quarter', label: 'For the last three months' },
  { value: 'today', label: 'From today on' },
]
