import { expect, test } from 'vitest'
import { type GaitTable, readGaitTable } from '#features/evidence/gait/table.ts'
import { textOf } from '#features/evidence/gait/text.ts'

const lines = (...all: string[]) => all.join('\r\n')
const read = (text: string) => readGaitTable(text) as GaitTable

/** x, then each column with its unit and its figures. */
const shape = (text: string) => {
  const { x, columns, rows, notes } = read(text)
  const all = columns.map(({ label, unit, values }) => [label, unit, ...values])
  return { x: [x.label, x.unit, ...x.values], columns: all, rows, ...(notes.length > 0 && { notes }) }
}
type Shape = Omit<ReturnType<typeof shape>, 'notes'> & { notes?: string[] }

const EXPORTS: [string, string, Shape][] = [
  [
    'a force plate, units in brackets',
    lines('Time (s),Force (N),angle [deg],speed_m/s', '0.00,1200.5,4.25,1.1', '0.01,1310,-4.5,1.2'),
    {
      x: ['Time (s)', 's', 0, 0.01],
      columns: [
        ['Force (N)', 'N', 1200.5, 1310],
        ['angle [deg]', 'deg', 4.25, -4.5],
        ['speed_m/s', 'm/s', 1.1, 1.2],
      ],
      rows: 2,
    },
  ],
  [
    'decimal commas between semicolons, after a byte order mark and a hint for Excel',
    `\uFEFF${lines('sep=;', 'Zeit / s;Kraft / kN', '0,000;1,25', '0,005;1.301,5')}`,
    { x: ['Zeit / s', 's', 0, 0.005], columns: [['Kraft / kN', 'kN', 1.25, 1301.5]], rows: 2 },
  ],
  [
    'tabs, a session described above, a column left empty',
    lines('Horse:\tBiscuit', 'Sample rate\t200', '', 'Time [ms]\tAccZ [g]\t\tGyrX [deg/s]\t', '0\t0.98\t\t1e2\t', '5\t1.02\t\t-12\t'),
    {
      x: ['Time [ms]', 'ms', 0, 5],
      columns: [
        ['AccZ [g]', 'g', 0.98, 1.02],
        ['GyrX [deg/s]', 'deg/s', 100, -12],
      ],
      rows: 2,
    },
  ],
  [
    'two plates under each other’s names, a row of units, and a second table below',
    lines(
      'Devices',
      '1000',
      ',,Plate 1,,Plate 2,',
      'Frame,Sub Frame,Fz,My,Fz,My',
      ',,N,N.mm,N,N.mm',
      '1,0,10,2,30,4',
      '2,0,11,,31,5',
      '',
      'Trajectories',
      '200',
    ),
    {
      x: ['Frame', '', 1, 2],
      columns: [
        ['Sub Frame', '', 0, 0],
        ['Fz (N)', 'N', 10, 11],
        ['My (N.mm)', 'N.mm', 2, Number.NaN],
        ['Fz (N), 2', 'N', 30, 31],
        ['My (N.mm), 2', 'N.mm', 4, 5],
      ],
      rows: 2,
      notes: ["There's another table further down in the file, which isn't shown."],
    },
  ],
  [
    'an inertial sensor with the time of day, a counter, and words between',
    lines('PacketCounter,SampleTime,Limb,Acc_X', '7,10:22:01.500,NF,0.5', '8,10:22:01.750,OF,n/a', '9,10:22:02.000,NF,0.7'),
    {
      x: ['SampleTime from the start (s)', 's', 0, 0.25, 0.5],
      columns: [['Acc_X', '', 0.5, Number.NaN, 0.7]],
      rows: 3,
      notes: ["Columns of words aren't plotted: Limb."],
    },
  ],
  [
    'quoted headings with commas and line ends, thousands in quotes',
    '"Frame","Vertical force,\nleft fore (N)"\n1,"1,204.5"\n2,"998.25"\n',
    { x: ['Frame', '', 1, 2], columns: [['Vertical force, left fore (N)', 'N', 1204.5, 998.25]], rows: 2 },
  ],
  [
    'no headings at all',
    '1.5,20\n1.7,21\n',
    {
      x: ['Row', '', 1, 2],
      columns: [
        ['Column 1', '', 1.5, 1.7],
        ['Column 2', '', 20, 21],
      ],
      rows: 2,
    },
  ],
  [
    'strides, one a row, numbered in no order',
    lines('Stride no,Time (s),Stance (%)', '2,9,41', '1,3,40', '3,5,39'),
    {
      x: ['Row', '', 1, 2, 3],
      columns: [
        ['Stride no', '', 2, 1, 3],
        ['Time (s)', 's', 9, 3, 5],
        ['Stance (%)', '%', 41, 40, 39],
      ],
      rows: 3,
      notes: ['Time (s) has gaps or goes back, so the plot is by row.'],
    },
  ],
  ['one column and no time', 'Load kg\n512\n514\n', { x: ['Row', '', 1, 2], columns: [['Load kg', 'kg', 512, 514]], rows: 2 }],
]

test.each(EXPORTS)('reads %s', (_, text, expected) => expect(shape(text)).toEqual(expected))

test('least, mean and greatest leave gaps out', () => {
  expect(read('t_s,Fz_N\n0,2\n1,\n2,7\n').columns[0]).toMatchObject({ least: 2, mean: 4.5, greatest: 7 })
})

test.each([
  ['', 'This file is empty.'],
  ['PK\u0003\u0004\0\0', 'This file isn’t a table, so it can’t be plotted.'],
  ['Horse,Remark\nBiscuit,sound in trot\n', "There are no columns of numbers in this file, so there's nothing to plot."],
  ['Time (s),Force (N)\n0,12\n', "There's only one row of numbers in this file. A plot needs two or more."],
  ['Time (s)\n0\n1\n', "There's only a time in this file and no column of numbers beside it, so there's nothing to plot."],
])('%j is refused in a sentence', (text, refusal) => expect(readGaitTable(text)).toEqual({ refusal }))

test('a recording of more than 200,000 rows is thinned without losing its peak, and is marked so', () => {
  const rows = Array.from({ length: 240_000 }, (_, at) => `${at / 1000},${at === 123_456 ? 9000 : at % 7}`)
  const { x, columns, ...rest } = read(`Time (s),Fz (N)\n${rows.join('\n')}`)
  expect([x.values.length, columns[0]?.values.length]).toEqual([40_000, 40_000])
  expect(x.values.every((value, at) => at === 0 || value >= (x.values[at - 1] ?? 0))).toBe(true)
  const peak = columns[0]?.values.indexOf(9000) ?? -1
  expect(x.values[peak]).toBeCloseTo(123.456, 1)
  expect(columns[0]).toMatchObject({ least: 0, greatest: 9000 })
  expect(rest).toEqual({
    rows: 240_000,
    notes: ['240,000 rows are too many to draw one by one, so the lowest and highest of each stretch are drawn.'],
  })
})

test('the degree sign survives an old code page and UTF-16', () => {
  const text = 'Time (s),Fetlock (°)\n0,1\n1,2\n'
  const old = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const wide = new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (letter) => letter.charCodeAt(0)).buffer)
  for (const bytes of [old, wide, new TextEncoder().encode(text)]) {
    expect(read(textOf(bytes)).columns).toMatchObject([{ label: 'Fetlock (°)', unit: '°' }])
  }
})
