import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { ConsentHow } from '#features/records/clients/contract.ts'
import { changeClient, type KnownClient } from '#features/records/clients/web/data.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { client: KnownClient; mayChange: boolean }

/** Whether a client agreed to offers and other marketing, and how (PECR). Texts about their own visits need no consent. Works offline. */
export function ConsentChoice({ client, mayChange }: Props) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const { marketingConsentHow: how = null, marketingConsentAt: at } = client
  const choose = async (value: string) => {
    const isSet = await changeClient(client.id, { marketingConsentHow: (value || null) as ConsentHow | null }).catch(() => false)
    if (isSet) toast({ title: 'Saved', description: value ? 'They can be sent offers and news.' : "They won't get offers or news." })
    else toast({ variant: 'destructive', title: 'Not saved', description: 'Try again.' })
  }
  return (
    <Field label="Offers, news and review requests" help={helpFor(how, at ? dayAndYear(dayOf(at, zone)) : undefined)}>
      <Select value={how ?? ''} disabled={!mayChange} options={WAYS} onChange={(event) => void choose(event.target.value)} />
    </Field>
  )
}

const WAYS: readonly { value: ConsentHow | ''; label: string }[] = [
  { value: '', label: 'None: only texts about their own visits' },
  { value: 'said', label: 'Yes, they said so' },
  { value: 'written', label: 'Yes, in writing' },
  { value: 'form', label: 'Yes, on a form' },
  { value: 'soft_opt_in', label: "A customer who hasn't said no" },
]

function helpFor(how: ConsentHow | null, since: string | undefined): string {
  if (how === null) return 'Marketing needs their consent. Note how they gave it.'
  const noted = since ? `Noted on ${since}.` : 'Noted.'
  if (how !== 'soft_opt_in') return `${noted} Every offer says how to stop them.`
  return `${noted} Only right if they could say no when they gave you their number. Every offer says how to stop them.`
}
