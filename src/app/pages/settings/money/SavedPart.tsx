import { type ComponentType, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { type Money, moneyOf } from '#features/records/prices/settings.ts'
import type { MoneySettings } from '#features/records/prices/settings-contract.ts'
import { decideMoney } from '#features/records/prices/web/data.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { toast } from '#ui/toast-store.ts'

export type MoneyRow = Kept<MoneySettings> | null
type Part = keyof Money

/** One part of the settings of money, as its form holds it. */
export type PartProps = {
  user: CurrentUser
  rules: Money
  row: MoneyRow
  onSaved: () => void
}

type Props = { user: CurrentUser; row: MoneyRow; Form: ComponentType<PartProps> }

/** A form that stays on the screen after it was saved, and begins again from what was saved. */
export function SavedPart({ user, row, Form }: Props) {
  const [times, setTimes] = useState(0)
  return <Form key={times} user={user} rules={moneyOf(row ?? undefined)} row={row} onSaved={() => setTimes(times + 1)} />
}

type PartFormParams<P extends Part, V> = PartProps & {
  part: P
  initial: V
  /** What the changed fields come to. */
  toRules: (changed: Partial<V>) => Partial<Money[P]>
  /** The toast once it is saved. */
  said: string
}

/** The form of one part: only what was changed is decided, the rest stays as it is elsewhere. */
export function usePartForm<P extends Part, V extends Record<string, unknown>>({
  part,
  initial,
  toRules,
  said,
  ...props
}: PartFormParams<P, V>) {
  return useRecordForm<V>({
    draft: `money ${part}`,
    initial,
    id: 'money_settings',
    row: props.row,
    create: async () => 'money_settings',
    change: (_id, changed, seen) => decideMoney(props.user, part, toRules(changed), props.row ? seen : {}),
    onSaved: () => {
      toast({ title: 'Saved', description: said })
      props.onSaved()
    },
  })
}
