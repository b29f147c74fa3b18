import { fileURLToPath } from 'node:url';

/** What the bundler tells about a module, as far as it is asked here. */
export interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const main = ['../index.html', 'main.ts'];
const firstView = [
  'app.tsx',
  'routes/SignedInFrame.tsx',
  'routes/DashboardPage.tsx',
  // Most pages have a form or a list, so that their parts come with the first view.
  'kit/forms/use-contract-form.ts',
  'kit/forms/fields/Checkbox.tsx',
  'messages/en/kit/kit-lists.ts',
];
const beforeLogin = [
  'app.tsx',
  'features/access/add-account/AddAccountPage.tsx',
  'features/money/external-accounts/FundsVerificationPage.tsx',
  'features/access/invites/InvitesPage.tsx',
  'features/access/recovery/ForgotPasswordPage.tsx',
  'features/access/recovery/ForgotUsernamePage.tsx',
  'features/access/recovery/ResetPasswordPage.tsx',
  'features/access/registration/RegistrationPage.tsx',
  'features/cards/vendor-card-details/VendorCardDetailsPage.tsx',
];

/**
 * Who needs a module: what runs before the sign-in is touched, the first signed-in view, pages that stand without the shell,
 * both of these, or only other pages.
 */
export type View = 'main' | 'shell' | 'open' | 'base' | 'pages';

/** Tells the view of a module; `web/vite.config.ts` keeps the views apart, so that none loads what is another's. */
export function viewsOf(): (id: string, graph: Graph) => View {
  let known: Record<'main' | 'first' | 'before', ReadonlySet<string>> | undefined;
  return (id, graph) => {
    known ??= {
      main: reachedFrom(main, graph),
      first: reachedFrom(firstView, graph),
      before: reachedFrom(beforeLogin, graph),
    };
    if (known.main.has(id)) return 'main';
    if (known.first.has(id)) return known.before.has(id) ? 'base' : 'shell';
    return known.before.has(id) ? 'open' : 'pages';
  };
}

function reachedFrom(sources: readonly string[], graph: Graph): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    // The index of the library names all of it; files import the parts that they need.
    if (id.endsWith('/react-aria-components/dist/exports/index.mjs')) return;
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  for (const source of sources) visit(fileURLToPath(new URL(`../src/${source}`, import.meta.url)));
  return seen;
}
