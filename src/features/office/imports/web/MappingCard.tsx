import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { seesMoney } from '#features/core/practice/rules.ts'
import { type Field, fieldOf, fieldsFor, labelOf, type Mapping, TABLE_KINDS, type TableKind } from '#features/office/imports/columns.ts'
import type { ImportPlan, ImportTable } from '#features/office/imports/contract.ts'
import type { ImportDetail } from '#features/office/imports/web/data.ts'
import { FirstRowsCard } from '#features/office/imports/web/FirstRowsCard.tsx'
import { FlowDock } from '#features/office/imports/web/FlowDock.tsx'
import { countOf } from '#features/office/imports/words.ts'
import { SERVICE_TYPES } from '#features/records/kinds/rules.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field as Labelled } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { Select } from '#ui/Select.tsx'

type Props = {
  detail: ImportDetail
  table: ImportTable
  role: CurrentUser['role']
  isChecking: boolean
  onCheck: (plan: ImportPlan) => void
  onAnother: () => void
}

const KINDS = { horses: 'Horses', clients: 'Clients', yards: 'Yards' } as const
/** A list needs one of these sets of columns. */
const NEEDED: Record<TableKind, Field[][]> = {
  horses: [['horse'], ['name', 'firstName', 'lastName', 'businessName']],
  clients: [['name', 'firstName', 'lastName', 'businessName']],
  yards: [['yard']],
}

/** The field of each column of a table, as guessed or as the farrier chose, with the first rows as the records they would become. */
export function MappingCard({ detail, table, role, isChecking, onCheck, onAnother }: Props) {
  const [kind, setKind] = useState<TableKind>(detail.kind === 'visits' ? 'clients' : detail.kind)
  const [mappings, setMappings] = useState(() => withoutMoney(table.mappings, seesMoney(role)))
  const [usualWork, setUsualWork] = useState<string>(SERVICE_TYPES[0])
  const mapping = mappings[kind]
  const plan = { kind, mapping, usualWork }
  const missing = NEEDED[kind].filter((any) => !any.some((field) => mapping.includes(field)))
  const needsWork = kind === 'horses' && (mapping.includes('lastVisit') || mapping.includes('price')) && !mapping.includes('work')
  return (
    <>
      <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_minmax(0,420px)]">
        <Card title={`${countOf(table.rowCount, 'rows')} in ${detail.fileName}`}>
          <div className="grid gap-3 border-b border-line p-4">
            <p>Each row is one...</p>
            <Segmented
              label="What each row is"
              value={kind}
              onChange={setKind}
              options={TABLE_KINDS.map((value) => ({ value, label: KINDS[value].slice(0, -1) }))}
            />
          </div>
          <Columns
            table={table}
            kind={kind}
            mapping={mapping}
            role={role}
            onChange={(next) => setMappings({ ...mappings, [kind]: next })}
          />
          {needsWork && (
            <div className="border-t border-line p-4">
              <Labelled label="Last visit and price are for" help="No column says what was done. Prices are saved for this work.">
                <Select
                  value={usualWork}
                  onChange={(event) => setUsualWork(event.target.value)}
                  options={SERVICE_TYPES.map((value) => ({ value, label: value }))}
                />
              </Labelled>
            </div>
          )}
        </Card>
        <div className="max-lg:row-start-1 lg:sticky lg:top-4">
          <FirstRowsCard table={table} plan={plan} />
        </div>
      </div>
      {missing.map(([field]) => (
        <Note tone="due" key={field}>
          Say which column is the {labelOf(field ?? 'name', kind).toLowerCase()}.
        </Note>
      ))}
      <FlowDock back="Another file" onBack={onAnother}>
        <Button
          variant="primary"
          className="flex-1 sm:flex-none"
          disabled={missing.length > 0}
          busy={isChecking}
          busyLabel="Checking..."
          onClick={() => onCheck(plan)}
        >
          Check {countOf(table.rowCount, 'rows')}
        </Button>
      </FlowDock>
    </>
  )
}

type ColumnsProps = {
  table: ImportTable
  kind: TableKind
  mapping: Mapping
  role: CurrentUser['role']
  onChange: (mapping: Mapping) => void
}

function Columns({ table, kind, mapping, role, onChange }: ColumnsProps) {
  const isEmpty = (at: number) => (table.samples[at]?.length ?? 0) === 0
  const empty = table.header.filter((_, at) => isEmpty(at)).length
  const options = [
    { value: '', label: 'Leave out' },
    ...fieldsFor(kind, seesMoney(role)).map((field) => ({ value: field, label: labelOf(field, kind) })),
  ]
  const choose = (at: number, field: Field | null) => {
    // Each field has one column, unless it may have many: the column that had it before is left out.
    const others = mapping.map((each) => (field !== null && each === field && !fieldOf(field).many ? null : each))
    onChange(others.with(at, field))
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {table.header.map((header, at) =>
          isEmpty(at) ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
            <li key={at} className="grid items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,220px)]">
              <div className="min-w-0">
                <p className={mapping[at] ? 'font-bold' : 'font-bold text-ink-2'}>{header || `Column ${at + 1}`}</p>
                <p className="truncate text-14 text-ink-2">{table.samples[at]?.join(' · ')}</p>
              </div>
              <Select
                aria-label={`${header || `Column ${at + 1}`} becomes`}
                value={mapping[at] ?? ''}
                onChange={(event) => choose(at, (event.target.value || null) as Field | null)}
                options={options}
              />
            </li>
          ),
        )}
      </ul>
      {empty > 0 && (
        <p className="border-t border-line px-4 py-3 text-14 text-ink-2">
          {empty === 1 ? '1 empty column is' : `${empty} empty columns are`} left out.
        </p>
      )}
    </>
  )
}

const withoutMoney = (mappings: ImportTable['mappings'], sees: boolean): ImportTable['mappings'] =>
  sees
    ? mappings
    : {
        horses: mappings.horses.map((field) => (field === 'price' ? null : field)),
        clients: mappings.clients,
        yards: mappings.yards,
      }
