import '../src/theme/base.css';
import { createRoot } from 'react-dom/client';
import { KitPage } from './KitPage.tsx';

createRoot(document.getElementById('kit')!).render(<KitPage />);
