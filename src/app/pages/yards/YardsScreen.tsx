import { YardHorsesPanel } from '#features/horses/web/YardHorsesPanel.tsx'
import { YardsPage } from '#features/yards/web/YardsPage.tsx'

/** /yards: the yards, each with the horses standing there. */
export const YardsScreen = () => <YardsPage Horses={YardHorsesPanel} />
