import { useState } from 'react'
import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import type { HorseService } from '#features/records/services/contract.ts'
import { useEndService } from '#features/records/services/web/data.ts'
import { dayAndYear } from '#lib/dates.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'

/** Which clients have a service, for which horses; each can be ended for them. */
export function HasServiceList({ has }: { has: readonly HorseService[] }) {
  const [asked, ask] = useState<HorseService>()
  const ending = useEndService()
  return (
    <section aria-labelledby="has-services" className="mt-4 grid gap-2">
      <h3 id="has-services" className="text-16">
        Who has one
      </h3>
      {has.length === 0 && <p className="text-ink-2">No client has a service yet.</p>}
      <ul className="grid gap-2">
        {has.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-2 first:border-t-0">
            <span className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
              <b className="block">
                {one.clientName}, {one.horseName}
              </b>
              <span className="text-14 text-ink-2">
                {CLIENT_SERVICES[one.service].name}, {standing(one)}
              </span>
            </span>
            {one.state !== 'ending' && (
              <Button variant="quiet" onClick={() => ask(one)}>
                End it
                <span className="sr-only">
                  : {CLIENT_SERVICES[one.service].name} for {one.horseName}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && ask(undefined)}
        title={asked ? `End ${CLIENT_SERVICES[asked.service].name} for ${asked.horseName}?` : 'End it?'}
        keepLabel="Keep it"
        confirmLabel="End it today"
        busy={ending.isPending}
        onConfirm={() => asked && pressed(ending, asked.id, { onSettled: () => ask(undefined) })}
      >
        It ends today, and {asked?.clientName} is told that you ended it. What was written stays with the horse’s record.
      </ConfirmDialog>
    </section>
  )
}

function standing({ state, fromOn, lastDay, isArranged }: HorseService): string {
  if (state === 'ending' && lastDay) return `ends ${dayAndYear(lastDay)}`
  if (state === 'past-due' && lastDay) return `payment awaited until ${dayAndYear(lastDay)}`
  return `since ${dayAndYear(fromOn)}${isArranged ? ', arranged with the person who runs this server' : ''}`
}
