import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { decide, useSettings } from '#features/core/practice/web/settings.ts'
import { Card } from '#ui/Card.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { toast } from '#ui/toast-store.ts'

const FEET = [
  { value: 'near-off', label: 'NF OF NH OH' },
  { value: 'left-right', label: 'LF RF LH RH' },
] as const
const WORDS = {
  'near-off': 'Near fore, off fore, near hind, off hind.',
  'left-right': 'Left fore, right fore, left hind, right hind.',
} as const

/** What the four feet are called on every record. It holds at once. */
export function FeetCard({ user }: { user: CurrentUser }) {
  const feet = useSettings()?.feet
  if (!feet) return null
  const choose = (next: keyof typeof WORDS) =>
    void decide(user, { feet: next }).then(() =>
      toast({ title: 'Saved', description: `Feet are called ${FEET.find((one) => one.value === next)?.label}.` }),
    )
  return (
    <Card title="Feet" padded>
      {mayRunPractice(user.role) && <Segmented label="Feet are called" value={feet} onChange={choose} options={FEET} className="mb-2" />}
      <p className="text-14 text-ink-2">{WORDS[feet]}</p>
    </Card>
  )
}
