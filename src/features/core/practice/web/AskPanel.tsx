import { type ReactNode, useState } from 'react'
import type { LaterQuestion, PracticeInput } from '#features/core/practice/contract.ts'
import { changePractice } from '#features/core/practice/web/data.ts'
import { NATIONS } from '#features/core/practice/web/PracticeFields.tsx'
import { useToAsk } from '#features/core/practice/web/use-to-ask.ts'
import { WorkingDaysChoice } from '#features/core/practice/web/WorkingDaysChoice.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/**
 * One question that registration left for later, where its answer is needed; nothing once it was answered or skipped, and nothing where it
 * can't be answered. It is no form: it may be inside one.
 */
export function AskPanel({ what, className = '' }: { what: LaterQuestion; className?: string }) {
  const isAsked = useToAsk(what)
  const [failure, setFailure] = useState<string>()
  if (!isAsked) return null
  const save = async (change: PracticeInput) => {
    setFailure(undefined)
    await changePractice(change).catch((error: unknown) => setFailure(sentenceOf(error)))
  }
  const skip = (
    <Button variant="quiet" onClick={() => save({ asked: [what] })}>
      Skip
    </Button>
  )
  const Question = QUESTIONS[what]
  return (
    <section aria-label={NAMES[what]} className={`grid gap-3 rounded-lg border border-line-2 bg-surface p-4 ${className}`}>
      <Question save={save} skip={skip} />
      {failure && (
        <Note tone="late" live>
          {failure}
        </Note>
      )}
    </section>
  )
}

type Props = { save: (change: PracticeInput) => Promise<void>; skip: ReactNode }

function FrcNumber({ save, skip }: Props) {
  const [number, setNumber] = useState('')
  return (
    <>
      <Field label="Your FRC number" help="Goes on your invoices and visit cards">
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          value={number}
          onChange={({ target }) => setNumber(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button disabled={number.trim() === ''} onClick={() => save({ frcNumber: number.trim() })}>
          Save
        </Button>
        {skip}
      </div>
    </>
  )
}

const Nation = ({ save, skip }: Props) => (
  <>
    <p>
      <b>Where do you work?</b> Bank holidays differ.
    </p>
    <div className="flex flex-wrap gap-2">
      {NATIONS.map(({ value, label }) => (
        <Button key={value} onClick={() => save({ nation: value })}>
          {label}
        </Button>
      ))}
      {skip}
    </div>
  </>
)

function WorkingDays({ save, skip }: Props) {
  const [days, setDays] = useState([1, 2, 3, 4, 5])
  return (
    <>
      <p>
        <b>Which days do you work?</b> Visits are offered on them.
      </p>
      <WorkingDaysChoice value={days} onChange={setDays} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => save({ workingDays: days })}>Save</Button>
        {skip}
      </div>
    </>
  )
}

const QUESTIONS = { frcNumber: FrcNumber, nation: Nation, workingDays: WorkingDays } as const
const NAMES: Record<LaterQuestion, string> = { frcNumber: 'FRC number', nation: 'Nation', workingDays: 'Working days' }
