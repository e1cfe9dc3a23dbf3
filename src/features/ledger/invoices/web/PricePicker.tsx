import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { inPounds, pounds, readPence } from '#lib/money.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'

type Props = {
  /** Of what: `Biscuit`. */
  name: string
  /** None: the list has no such work. */
  pence: number | undefined
  /** Marks it as a price that a person set this once. */
  isByHand?: boolean
  onChange: (pence: number) => void
}

/** What one horse's work costs today: pressed, it is typed over. The price list stays as it is. */
export function PricePicker({ name, pence, isByHand = false, onChange }: Props) {
  const [text, setText] = useState<string>()
  if (text !== undefined) {
    const keep = () => {
      const typed = readPence(text)
      // What is no sum leaves the price as it was.
      if (typed !== undefined && typed !== pence) onChange(typed)
    }
    return <Typed name={name} text={text} onType={setText} onKeep={keep} onDone={() => setText(undefined)} />
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-mr-2 gap-1.5"
      icon={Pencil}
      aria-label={
        pence === undefined ? `Set a price for ${name}` : `${name}: ${pounds(pence)}${isByHand ? ' today' : ''}, change the price`
      }
      onClick={() => setText(pence === undefined ? '' : inPounds(pence))}
    >
      {pence === undefined ? 'Set a price' : <b className="text-18 tabular-nums">{pounds(pence)}</b>}
      {isByHand && <span className="text-14 text-ink-2"> today</span>}
    </Button>
  )
}

type TypedProps = { name: string; text: string; onType: (text: string) => void; onKeep: () => void; onDone: () => void }

/* Left, it is kept but stays a field: nothing may move away under the finger that is already on its way to the next button. */
function Typed({ name, text, onType, onKeep, onDone }: TypedProps) {
  const isWrong = text.trim() !== '' && readPence(text) === undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // It ends the price, not the form around it.
    event.preventDefault()
    if (isWrong) return
    onKeep()
    onDone()
  }
  return (
    <Field label={`Price for ${name} today`} error={isWrong ? 'Enter pounds, such as 35 or 37.50' : undefined}>
      <PoundsInput
        autoFocus
        className="w-32"
        value={text}
        maxLength={12}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={onKeep}
      />
    </Field>
  )
}
