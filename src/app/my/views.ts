import type { CardView } from '#app/my/card-view.ts'
import type { CareNotesView } from '#app/my/care-notes-view.ts'
import type { CareViews } from '#app/my/care-view.ts'
import type { ClosedView, MyDataView, PrivacyView } from '#app/my/data-view.ts'
import type { HomeView } from '#app/my/home-view.ts'
import type { HorseView } from '#app/my/horse-view.ts'
import type { ConversationView, MessagesView, NewMessageView } from '#app/my/messages-view.ts'
import type { InvoiceView, MoneyView, StatementView } from '#app/my/money-view.ts'
import type { ServicesView, ServiceView } from '#app/my/services-view.ts'
import type { SettingsView } from '#app/my/settings-view.ts'
import type { ShareView } from '#app/my/share-view.ts'
import type { SharingView } from '#app/my/sharing-view.ts'
import type { CodeView, LinkView, NotMeView, SignInView } from '#app/my/sign-in-view.ts'
import type { SoldView } from '#app/my/sold-view.ts'
import type { TermsView } from '#app/my/terms-view.ts'
import type { TextsView } from '#app/my/texts-view.ts'
import type { VisitsView, VisitView } from '#app/my/visits-view.ts'
import type { YardView } from '#app/my/yard-view.ts'

/** One page for anything that is not theirs, and for what never was. */
type NotFoundView = { page: 'not-found' }
/** Kept by a phone, for what it does not keep. */
type NoSignalView = { page: 'no-signal' }

/** What each page of the portal shows, by its name; `pages.tsx` says what paints it. */
export type MyView =
  | CardView
  | CareNotesView
  | CareViews
  | ClosedView
  | CodeView
  | ConversationView
  | HomeView
  | HorseView
  | InvoiceView
  | LinkView
  | MessagesView
  | MoneyView
  | MyDataView
  | NewMessageView
  | NoSignalView
  | NotFoundView
  | NotMeView
  | PrivacyView
  | ServicesView
  | ServiceView
  | SettingsView
  | ShareView
  | SharingView
  | SignInView
  | SoldView
  | StatementView
  | TermsView
  | TextsView
  | VisitView
  | VisitsView
  | YardView
