import type { FunctionComponent } from 'react'
import type { MyView } from '#app/my/views.ts'
import { CareEndedPage } from '#app/pages/my/care/CareEndedPage.tsx'
import { CareFilmPage } from '#app/pages/my/care/CareFilmPage.tsx'
import { CareHorsePage } from '#app/pages/my/care/CareHorsePage.tsx'
import { CareNotesPage } from '#app/pages/my/care/CareNotesPage.tsx'
import { CarePage } from '#app/pages/my/care/CarePage.tsx'
import { MyCardPage } from '#app/pages/my/MyCardPage.tsx'
import { MyClosedPage } from '#app/pages/my/MyClosedPage.tsx'
import { MyCodePage } from '#app/pages/my/MyCodePage.tsx'
import { MyConversationPage, MyNewMessagePage } from '#app/pages/my/MyConversationPage.tsx'
import { MyDataPage } from '#app/pages/my/MyDataPage.tsx'
import { MyHomePage } from '#app/pages/my/MyHomePage.tsx'
import { MyHorsePage } from '#app/pages/my/MyHorsePage.tsx'
import { MyInvoicePage } from '#app/pages/my/MyInvoicePage.tsx'
import { MyLinkPage, MyNotMePage } from '#app/pages/my/MyLinkPage.tsx'
import { MyMessagesPage } from '#app/pages/my/MyMessagesPage.tsx'
import { MyMoneyPage } from '#app/pages/my/MyMoneyPage.tsx'
import { MyNoSignalPage } from '#app/pages/my/MyNoSignalPage.tsx'
import { MyNotFoundPage } from '#app/pages/my/MyNotFoundPage.tsx'
import { MyPrivacyPage } from '#app/pages/my/MyPrivacyPage.tsx'
import { MyServicePage } from '#app/pages/my/MyServicePage.tsx'
import { MyServicesPage } from '#app/pages/my/MyServicesPage.tsx'
import { MySettingsPage } from '#app/pages/my/MySettingsPage.tsx'
import { MySharePage } from '#app/pages/my/MySharePage.tsx'
import { MySharingPage } from '#app/pages/my/MySharingPage.tsx'
import { MySignInPage } from '#app/pages/my/MySignInPage.tsx'
import { MySoldPage } from '#app/pages/my/MySoldPage.tsx'
import { MyStatementPage } from '#app/pages/my/MyStatementPage.tsx'
import { MyTermsPage } from '#app/pages/my/MyTermsPage.tsx'
import { MyTextsPage } from '#app/pages/my/MyTextsPage.tsx'
import { MyVisitPage } from '#app/pages/my/MyVisitPage.tsx'
import { MyVisitsPage } from '#app/pages/my/MyVisitsPage.tsx'
import { MyYardPage } from '#app/pages/my/MyYardPage.tsx'

/** What paints each page of the portal. */
export const MY_PAGES: { readonly [P in MyView['page']]: FunctionComponent<Extract<MyView, { page: P }>> } = {
  closed: MyClosedPage,
  data: MyDataPage,
  code: MyCodePage,
  card: MyCardPage,
  care: CarePage,
  'care-ended': CareEndedPage,
  'care-film': CareFilmPage,
  'care-horse': CareHorsePage,
  'care-notes': CareNotesPage,
  home: MyHomePage,
  visits: MyVisitsPage,
  visit: MyVisitPage,
  invoice: MyInvoicePage,
  money: MyMoneyPage,
  messages: MyMessagesPage,
  conversation: MyConversationPage,
  'new-message': MyNewMessagePage,
  horse: MyHorsePage,
  'no-signal': MyNoSignalPage,
  'not-found': MyNotFoundPage,
  privacy: MyPrivacyPage,
  sold: MySoldPage,
  statement: MyStatementPage,
  terms: MyTermsPage,
  texts: MyTextsPage,
  link: MyLinkPage,
  'not-me': MyNotMePage,
  service: MyServicePage,
  services: MyServicesPage,
  settings: MySettingsPage,
  share: MySharePage,
  sharing: MySharingPage,
  'sign-in': MySignInPage,
  yard: MyYardPage,
}
