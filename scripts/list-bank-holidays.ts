import Holidays from 'date-holidays'

const STATES = { E: 'ENG', S: 'SCT', N: 'NIR' } as const
type Where = keyof typeof STATES

/** Appointed for one year by royal proclamation and not in date-holidays. The Scottish Government, 5 February 2026. */
const PROCLAIMED: { day: string; where: Where; name: string }[] = [{ day: '2026-06-15', where: 'S', name: 'World Cup bank holiday' }]

/** British names for date-holidays' names of days. */
const NAMES: Record<string, string> = {
  'January 2nd': '2 January',
  'Battle of the Boyne (Orangemen’s Day)': 'Battle of the Boyne',
}

/** The bank holidays of the nations from one year to another, a line each, sorted by day: `2026-04-03 ESN Good Friday`. */
export function listBankHolidays(from: number, to: number): string[] {
  const where = new Map<string, Where[]>()
  const add = (day: string, name: string, nation: Where) => {
    const key = `${day} ${name}`
    where.set(key, [...(where.get(key) ?? []), nation])
  }
  for (const nation of Object.keys(STATES) as Where[]) {
    const holidays = new Holidays('GB', STATES[nation])
    for (let year = from; year <= to; year++)
      for (const { date, name, type } of holidays.getHolidays(year))
        if (type === 'public') add(date.slice(0, 10), britishName(name), nation)
  }
  for (const { day, name, where: nation } of PROCLAIMED) add(day, name, nation)
  return [...where].map(([key, nations]) => `${key.slice(0, 10)} ${nations.join('')} ${key.slice(11)}`).sort()
}

function britishName(name: string): string {
  const plain = name.replace(' (substitute day)', '')
  const british = (NAMES[plain] ?? plain).replace(/'/g, '’')
  return name === plain ? british : `${british} (substitute day)`
}
