import { Info, TriangleAlert, WifiOff } from 'lucide-react'
import { HorseAvatar, PersonAvatar } from '#ui/Avatar.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import type { Examples } from '#ui/examples.ts'
import { List, ListRow } from '#ui/List.tsx'
import { Note } from '#ui/Note.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'
import { Table } from '#ui/Table.tsx'

const HORSES = [
  { name: 'Merlin', owner: 'Sarah Penrose', color: 'bay', price: '£97.00', status: 'overdue' as const },
  { name: 'Pepper', owner: 'Bronwen Pryce', color: 'palomino', price: '£35.00', status: 'current' as const },
]

export const examples: Examples = {
  name: 'Card, List, Table, Note, Banner',
  states: [
    {
      title: 'A card with rows',
      render: () => (
        <Card title="Tomorrow's Schedule" action={<span className="text-14 text-ink-2">Wed 25 Nov</span>}>
          <List>
            <ListRow
              lead={<PersonAvatar name="Tom Haddon" size="sm" />}
              title="Four broodmares, trim"
              detail="Upper Court Stud SY8 4OC"
              aside="08:15"
            />
            <ListRow title="Duchess, trim" detail="Ruth Ockham, stocks needed" aside="AM" onClick={() => undefined} selected />
          </List>
        </Card>
      ),
    },
    {
      title: 'A table',
      render: () => (
        <div className="overflow-x-auto">
          <Table
            label="Horses"
            rows={HORSES}
            rowKey={(horse) => horse.name}
            isSelected={(horse) => horse.name === 'Merlin'}
            columns={[
              {
                key: 'horse',
                head: 'Horse',
                cell: (horse) => (
                  <span className="flex items-center gap-2">
                    <HorseAvatar color={horse.color} size="sm" />
                    <b>{horse.name}</b>
                  </span>
                ),
              },
              { key: 'owner', head: 'Owner', cell: (horse) => horse.owner },
              { key: 'status', head: 'Status', cell: (horse) => <StatusBadge status={horse.status} /> },
              { key: 'price', head: 'Last price', number: true, cell: (horse) => horse.price },
              { key: 'actions', head: 'Actions', number: true, cell: () => <Button size="sm">View</Button> },
            ]}
          />
        </div>
      ),
    },
    {
      title: 'Notes and banners',
      render: () => (
        <div className="grid gap-2">
          <Note icon={Info}>Prefers mornings.</Note>
          <Note tone="late" icon={TriangleAlert}>
            <b>Merlin kicks</b>, near hind
          </Note>
          <Note tone="due" icon={TriangleAlert}>
            Overlaps Finn, front refit. You can still book it.
          </Note>
          <Banner tone="offline" icon={WifiOff}>
            Offline Mode - changes are saved locally and sync automatically when connection is restored.
          </Banner>
          <Banner tone="test" icon={Info}>
            <b>TEST VERSION</b>, all features, no payment required
          </Banner>
        </div>
      ),
    },
  ],
}
