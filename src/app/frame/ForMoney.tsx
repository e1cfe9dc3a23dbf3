import type { ReactNode } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { seesMoney } from '#features/core/practice/rules.ts'
import { useSession } from '#platform/web/session/session.ts'

/** What only those who see money are offered. */
export const ForMoney = ({ children }: { children: ReactNode }) => seesMoney(useSession<CurrentUser>().user?.role) && children
