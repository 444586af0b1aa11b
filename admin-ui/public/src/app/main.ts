import './one_time_token';
import '$shared/styles/tokens.css';
import '$shared/styles/base.css';
import '../page.css';
import './app.css';
import { mount } from 'svelte';
import { language } from '$shared/i18n/language.svelte';
import App from './App.svelte';

language.show(language.current);
const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the application');
mount(App, { target });
