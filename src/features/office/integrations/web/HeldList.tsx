import type { HeldItem } from '#features/office/integrations/contract.ts'
import { useHeld, useRelease } from '#features/office/integrations/web/data.ts'
import { SAID } from '#features/office/integrations/web/said.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

type Props = { id: string; last: string | null }

/** What did not go to accounting, or was changed there, each with why and what can be done about it. Nothing where all is well. */
export function HeldList({ id, last }: Props) {
  const held = useHeld(id, last)
  const releasing = useRelease(id)
  if (held.isError) return <Note tone="late">{sentenceOf(held.error)}</Note>
  if (!held.data || held.data.length === 0) return null
  const answer = (itemId: string, what: 'again' | 'leave') => releasing.mutate({ itemId, answer: what }, { onError: SAID.onError })
  return (
    <section className="grid gap-2">
      <h3 className="text-16">To look at</h3>
      <ul className="grid gap-3">
        {held.data.map((item) => (
          <li key={item.id} className="grid gap-1.5">
            <p className="[overflow-wrap:anywhere]">
              <b>{item.title}</b>
              <span className="block text-14 text-ink-2">{item.words}</span>
            </p>
            <div className="flex flex-wrap gap-2">
              {item.canRepeat && (
                <Button size="sm" disabled={releasing.isPending} onClick={() => answer(item.id, 'again')}>
                  {AGAIN[item.state]}
                </Button>
              )}
              <Button size="sm" variant="quiet" disabled={releasing.isPending} onClick={() => answer(item.id, 'leave')}>
                {LEAVE[item.state]}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const AGAIN: Readonly<Record<HeldItem['state'], string>> = { parked: 'Try again', doubt: 'Send again', changed: 'Try again' }
const LEAVE: Readonly<Record<HeldItem['state'], string>> = { parked: 'Leave out', doubt: "It's there", changed: 'Leave it as it is there' }
