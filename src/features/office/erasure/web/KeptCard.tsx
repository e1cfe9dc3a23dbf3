import { RefreshCw } from 'lucide-react'
import type { Erasure } from '#features/office/erasure/contract.ts'
import { useErasures, useRetryErasure } from '#features/office/erasure/web/data.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Note } from '#ui/Note.tsx'

/** What stays when a client is erased, why, and the erasures so far. */
export function KeptCard({ zone }: { zone: string }) {
  const { data = [] } = useErasures()
  const done = data.filter(({ state }) => state === 'done')
  const failed = data.filter(({ state }) => state === 'failed')
  return (
    <Card title="What's kept, and why">
      {failed.map((one) => (
        <Failed key={one.id} erasure={one} zone={zone} />
      ))}
      {done.some(({ stillNamed }) => stillNamed.length > 0) && (
        <div className="grid gap-3 px-4 pt-4">
          {done.flatMap(({ id, stateAt, stillNamed }) =>
            stillNamed.map((sentence) => (
              <Note key={id + sentence} tone="due">
                A client was erased on {dayAndYear(dayOf(stateAt, zone))}. {sentence}
              </Note>
            )),
          )}
        </div>
      )}
      <div className="px-4 pt-4 pb-4">
        <Facts
          facts={[
            [
              'Work and prices',
              'Five years after the 31 January following the tax year, for HMRC. For an erased client, only the date, kind of work and price.',
            ],
            ['Horses sold on', 'Kept with their new owner. The erased client’s name is removed from their history.'],
            ['Data requests', 'That a request came and was answered. What it said goes with the client.'],
            ['Journal', 'Who changed what, for as long as the record exists.'],
            ['Backups', 'Seven nights. An erased client is out of all of them within a week.'],
          ]}
        />
      </div>
      {done.length > 0 && (
        <div className="border-t border-line">
          <List label="Erased so far">
            {done.map((one) => (
              <ListRow
                key={one.id}
                title={`A client was erased on ${dayAndYear(dayOf(one.stateAt, zone))}`}
                detail={one.goes.map(({ count, what }) => `${count} ${what}`).join(', ')}
              />
            ))}
          </List>
        </div>
      )}
    </Card>
  )
}

/** A failed erasure, with a button to try again. */
function Failed({ erasure: { id, problem, createdAt }, zone }: { erasure: Erasure; zone: string }) {
  const retry = useRetryErasure()
  return (
    <div className="grid justify-items-start gap-3 px-4 pt-4">
      <Note tone="late" live>
        The erasure requested on {dayAndYear(dayOf(createdAt, zone))} didn't work. {retry.error ? sentenceOf(retry.error) : problem}
      </Note>
      <Button icon={RefreshCw} busy={retry.isPending} busyLabel="Trying again..." onClick={() => retry.mutate(id)}>
        Try again
      </Button>
    </div>
  )
}
