import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { shortDay } from '#lib/dates.ts'

const ROW = 61

/** Baseline for the table: the same library, the same texts in plain cells; no buttons, no icons, no measuring. */
export function BareHorseTable({ horses }: { horses: readonly KnownHorse[] }) {
  const rows = useWindowVirtualizer({ count: horses.length, estimateSize: () => ROW, overscan: 8 })
  const shown = rows.getVirtualItems()
  const below = rows.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <table style={{ width: '100%', tableLayout: 'fixed' }}>
      <tbody>
        <tr style={{ height: shown[0]?.start ?? 0 }} />
        {shown.map(({ index }) => (
          <BareRow key={index} horse={horses[index]} />
        ))}
        <tr style={{ height: below }} />
      </tbody>
    </table>
  )
}

const BareRow = ({ horse }: { horse: KnownHorse | undefined }) => (
  <tr style={{ height: ROW }}>
    <td>
      {horse?.name}
      <br />
      {horse?.breed}, {horse?.age}
    </td>
    <td>{horse?.client?.name}</td>
    <td>{horse?.lastService && shortDay(horse.lastService)}</td>
    <td>{horse?.nextDue && shortDay(horse.nextDue)}</td>
    <td>{horse?.status}</td>
    <td>View Edit</td>
  </tr>
)
