import { HorseRecord } from '#app/pages/horses/HorseRecord.tsx'
import { HorsesPage } from '#features/records/horses/web/HorsesPage.tsx'

/** /horses: the horses, each with its work, visits and prices. */
export const HorsesScreen = () => <HorsesPage Record={HorseRecord} />
