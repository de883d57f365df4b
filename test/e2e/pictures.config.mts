import { defineConfig } from '@playwright/test';
import config from './playwright.config.mts';

/** npm run pictures [-- -g <name>]: takes the pictures of README and docs anew, or those named. */
export default defineConfig(config, { testDir: '.', testMatch: 'pictures.spec.mts' });
