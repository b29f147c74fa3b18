import type { SplashVariant } from '@florin/contract/program/site';
import { en } from '../../../../messages/en.ts';
import { CardsArt } from './CardsArt.tsx';
import { CodingArt } from './CodingArt.tsx';
import { WorkflowArt } from './WorkflowArt.tsx';
import styles from './Splash.module.css';

interface SplashProps {
  variant: SplashVariant;
  imageUrl: string | null;
}

const art = { regular: CardsArt, 'cardholder-workflows': WorkflowArt, 'ai-gl-coding': CodingArt };

/** The panel beside the form from 992 px on (section 2): drawn in CSS, except for a customer's own image. */
export function Splash({ variant, imageUrl }: SplashProps) {
  if (variant === 'custom-image')
    return imageUrl === null ? null : (
      // Lazy: below 992 px the panel is not displayed, and the browser does not load the image.
      <div className={styles.frame}>
        <img className={styles.image} src={imageUrl} alt="" loading="lazy" decoding="async" />
      </div>
    );
  const Art = art[variant];
  const { heading, text } = en.login.splash[variant];
  return (
    <aside className={styles.frame} aria-label={heading}>
      <div className={styles.panel}>
        <div className={styles.art} aria-hidden="true">
          <Art />
        </div>
        <div className={styles.words}>
          <h2>{heading}</h2>
          <p>{text}</p>
        </div>
      </div>
    </aside>
  );
}
