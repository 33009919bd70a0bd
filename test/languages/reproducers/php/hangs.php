<?php

while (true) {
}
