import { type FormEvent, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import type { Pricing } from '#features/ledger/invoices/rules.ts'
import type { HeldVisit, Unpriced } from '#features/ledger/payments/visit-money.ts'
import { keepPrice } from '#features/ledger/payments/web/keep-price.ts'
import { readPence } from '#lib/money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { held: HeldVisit; unpriced: readonly Unpriced[]; pricing: Pricing }

/** The price of work without one: entered once for each kind of work, and kept for next time. */
export function AskPricePanel({ held, unpriced, pricing }: Props) {
  const kinds = Map.groupBy(unpriced, ({ entry }) => entry.serviceType)
  return [...kinds].map(([serviceType, works]) => (
    <Ask key={serviceType} label={pricing.labelOf(serviceType)} held={held} works={works} pricing={pricing} />
  ))
}

type AskProps = { label: string; held: HeldVisit; works: readonly Unpriced[]; pricing: Pricing }

function Ask({ label, held, works, pricing }: AskProps) {
  const user = useSession<CurrentUser>().user
  const practiceId = may(user?.role, 'setPrices') ? user?.practice.id : undefined
  const [text, setText] = useState('')
  const pence = readPence(text)
  const isWrong = text.trim() !== '' && pence === undefined
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    if (pence === undefined) return
    const isKept = await keepPrice({ held, works, pricing, pence, practiceId }).catch(() => false)
    if (!isKept) toast({ variant: 'destructive', title: 'Error', description: "This device couldn't save the price. Try again." })
  }
  const names = works.map(({ entry }) => held.horses.get(entry.horseId)?.name ?? 'A horse').join(', ')
  return (
    <Note tone="due">
      <form noValidate onSubmit={keep} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <Field
          label={`What does ${label.toLowerCase()} cost?`}
          help={`${names}. ${practiceId ? "It's saved to your price list." : 'For this visit.'}`}
          error={isWrong ? 'Enter pounds, such as 35 or 37.50' : undefined}
        >
          <PoundsInput value={text} maxLength={12} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button type="submit" disabled={pence === undefined} aria-label={`Save the price of ${label.toLowerCase()}`}>
          Save
        </Button>
      </form>
    </Note>
  )
}
