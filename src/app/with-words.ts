/** A screen that speaks of any record: their words come with it, and not before. */
export async function withWords<Module>(screen: Promise<Module>): Promise<Module> {
  const [{ declareRecords }, module] = await Promise.all([import('#app/records.ts'), screen])
  declareRecords()
  return module
}
