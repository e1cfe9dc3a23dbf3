import type { ImportPlan, ImportTable } from '#features/office/imports/contract.ts'
import { cycleInWords, type RowRecord, readRow } from '#features/office/imports/rows.ts'
import { dayAndYear } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useToday } from '#platform/web/use-today.ts'
import { HorseAvatar, PersonAvatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'

const SHOWN = 5

/** The first rows as the records they would become with the current columns. */
export function FirstRowsCard({ table, plan }: { table: ImportTable; plan: ImportPlan }) {
  const today = useToday(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const reading = { ...plan, today, order: table.order }
  const rows = table.first.slice(0, SHOWN).map(({ row, cells }) => readRow(cells, row, reading))
  return (
    <Card title="The first rows would become">
      <ol className="divide-y divide-line">
        {rows.map((record) => (
          <li key={record.row} className="flex gap-3 px-4 py-3 max-lg:nth-[n+3]:hidden">
            <Lead record={record} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-bold [overflow-wrap:anywhere]">{titleOf(record) || `Row ${record.row}`}</span>
                {record.why && <Badge tone="late">Left out</Badge>}
              </p>
              {record.why ? (
                <p className="text-14 text-flag-ink">{record.why}</p>
              ) : (
                linesOf(record).map((line) => (
                  <p key={line} className="text-14 text-ink-2 [overflow-wrap:anywhere]">
                    {line}
                  </p>
                ))
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Lead({ record: { horse, person } }: { record: RowRecord }) {
  if (horse) return <HorseAvatar color={horse.color} />
  return person ? <PersonAvatar name={person.name} /> : null
}

const titleOf = ({ horse, person, yard }: RowRecord) => horse?.name ?? person?.name ?? yard?.name ?? ''

/** All fields of a row, a line each for owner, place, horse and dates. */
function linesOf({ horse, person, yard, lastVisit, pricePence }: RowRecord): string[] {
  const joined = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ')
  const owner =
    person &&
    joined(
      horse && person.name,
      person.businessName,
      person.phone,
      person.email,
      person.address,
      person.postcode,
      person.tags.join(', '),
      person.notes,
    )
  const place =
    yard &&
    joined(
      (horse || person) && yard.name,
      yard.address,
      yard.postcode,
      yard.gateCode && `gate ${yard.gateCode}`,
      yard.what3words,
      yard.position,
      yard.accessNotes,
    )
  const about =
    horse &&
    joined(
      horse.breed,
      horse.color,
      horse.birthYear ? `born ${horse.birthYear}` : null,
      horse.markings,
      horse.temperament,
      horse.flags.join(', '),
      horse.microchip,
      horse.ueln,
      horse.vetName,
      horse.specialNotes,
    )
  const when = joined(
    lastVisit && `${lastVisit.serviceType}, ${dayAndYear(lastVisit.workDate)}`,
    horse?.cycleDays ? cycleInWords(horse.cycleDays) : null,
    pricePence !== null && pounds(pricePence),
  )
  return [owner, place, about, when].filter((line): line is string => Boolean(line))
}
