import './one_time_link.svelte';
import '$shared/styles/tokens.css';
import '$shared/styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the application');
mount(App, { target });
