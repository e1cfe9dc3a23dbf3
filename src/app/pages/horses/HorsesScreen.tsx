import { HorsesPage } from '#features/horses/web/HorsesPage.tsx'
import { WorkHistoryPanel } from '#features/work/web/WorkHistoryPanel.tsx'

/** /horses: the horses, each with its work. */
export const HorsesScreen = () => <HorsesPage Work={WorkHistoryPanel} />
