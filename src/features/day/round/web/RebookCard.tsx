import { CalendarPlus } from 'lucide-react'
import type { RoundDay } from '#features/day/round/round-day.ts'
import type { OpenDialog } from '#features/day/round/web/round-dialog.ts'
import { shortDay } from '#lib/dates.ts'
import { HorseAvatar, PersonAvatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { List, ListRow } from '#ui/List.tsx'

/** Horses that were not done, and visits that were not reached, without a visit ahead: each waits here for its next one. */
export const RebookCard = ({ round, openDialog }: { round: RoundDay; openDialog: OpenDialog }) =>
  round.toRebook.length > 0 && (
    <Card title="To rebook">
      <List label="To rebook">
        {round.toRebook.map((of) => (
          <ListRow
            key={of.id}
            lead={of.horse ? <HorseAvatar color={of.horse.color} size="sm" /> : <PersonAvatar name={of.owner?.name ?? of.name} size="sm" />}
            title={of.name}
            detail={[of.owner?.name, of.reason, shortDay(of.onDay)].filter(Boolean).join(', ')}
            aside={
              <Button
                size="sm"
                icon={CalendarPlus}
                onClick={() => openDialog({ what: 'rebook', of })}
                aria-label={`Book again: ${of.name}`}
              >
                Book again
              </Button>
            }
          />
        ))}
      </List>
    </Card>
  )
