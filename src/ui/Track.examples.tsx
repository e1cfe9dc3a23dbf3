import { HorseAvatar, PersonAvatar } from '#ui/Avatar.tsx'
import type { Examples } from '#ui/examples.ts'
import { Meter } from '#ui/Meter.tsx'
import { type HoleState, Track } from '#ui/Track.tsx'

const DAY: HoleState[] = ['done', 'done', 'now', 'to-come', 'skipped', 'to-come']
const LONG: HoleState[] = [...DAY, ...DAY]
const COATS = ['bay', 'palomino', 'black', 'grey', 'chestnut', 'liver chestnut', 'piebald', '']

export const examples: Examples = {
  name: 'Track, Meter, Avatar',
  states: [
    { title: 'Done, now, to come, skipped', render: () => <Track label="2 of 6 done" stops={DAY} /> },
    {
      title: 'On forge; and a long day',
      render: () => (
        <div className="grid gap-4 rounded-lg bg-forge p-4">
          <Track label="2 of 6 done" stops={DAY} onForge />
          <Track label="4 of 12 done" stops={LONG} onForge />
        </div>
      ),
    },
    {
      title: 'How far',
      render: () => (
        <div className="grid gap-3">
          <Meter label="Sending 3 photos" value={66} />
          <Meter label="Route progress" value={60} tone="now" />
        </div>
      ),
    },
    {
      title: 'People are circles, horses squares in their coat',
      render: () => (
        <div className="flex flex-wrap gap-2">
          <PersonAvatar name="Siân O'Neil" />
          <PersonAvatar name="Tom" size="sm" />
          {COATS.map((coat) => (
            <HorseAvatar key={coat} color={coat} />
          ))}
        </div>
      ),
    },
  ],
}
