/* Units force plates, pressure mats, inertial sensors and video tools write; capitals matter: N is newton, n is a count. */
const UNIT =
  '(?:k?N(?:[.·*]?(?:m|mm))?(?:/(?:kg|cm2|cm²))?|[kM]?Pa|[munµμ]?m|cm|[mµμu]?s|sec|seconds?|min|k?Hz|deg(?:rees?)?|°|rad' +
  '|m/s(?:\\^?2|²)?|ms\\^?-[12]|mm/s|km/h|cm/s|(?:deg|°|rad|º)/s(?:\\^?2|²)?|dps|º|m?g|kg|%(?:\\s?BW)?|BW|m?V|[µμu]T|bpm|°C)'
const ALONE = new RegExp(`^[([]?\\s*${UNIT}\\s*[)\\]]?$`)
const BRACKETED = new RegExp(`[([]\\s*(${UNIT})\\s*[)\\]]\\s*$`)
const TRAILING = new RegExp(`(?<=.)[_\\s/,](${UNIT})$`)

/** The unit a heading ends with, as written there: `Force (N)`, `angle [deg]`, `speed_m/s`, `Kraft / kN`. '' when it names none. */
export const unitIn = (heading: string): string => (BRACKETED.exec(heading) ?? TRAILING.exec(heading))?.[1] ?? ''

/** Whether a cell is nothing but a unit, as in a row of units under the headings. */
export const isUnit = (cell: string): boolean => ALONE.test(cell.trim())

/** A unit of a row of units without its brackets. */
export const bareUnit = (cell: string): string =>
  cell
    .trim()
    .replace(/^[([]/, '')
    .replace(/[)\]]$/, '')
    .trim()
